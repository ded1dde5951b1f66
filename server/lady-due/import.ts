import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { importInWords, maxImportNames } from '#contract/import-report.ts';
import type { ImportReport, TrackingMode, ladyDueApi } from '#contract/lady-due.ts';
import type { ParsedInput } from '#contract/route.ts';
import { importLists } from '#contract/lady-due-file.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { turns } from '#server/concurrency/turns.ts';
import { readNow } from '#server/database/read-now.ts';
import type { Change } from '#server/history/change.ts';
import { changeOrTry } from '#server/history/dry-run.ts';
import type { History } from '#server/history/history.ts';
import { createMany } from '#server/records/create.ts';
import { storeMany } from '#server/records/update.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { lockAll, lockDescendants } from '#server/records/rows.ts';
import { imagesNamed } from '#server/records/rules.ts';
import { inOrder, lockOrder, positionOf } from '#server/records/order.ts';
import type { Snapshot } from '#server/log/tables.ts';
import type { Context } from '#server/http/context.ts';
import { Failure } from '#server/http/failure.ts';
import { lockImages } from '#server/images/references.ts';
import { type Imported, levels, readFile, wrongFile } from '#server/lady-due/import-file.ts';
import { categoryKind } from '#server/lady-due/kinds.ts';
import { categories } from '#server/lady-due/tables.ts';

type Fields = Record<string, unknown>;

/** The number of rows that are added before their texts are released. */
const rowsAtOnce = 50;

/** The records of a file in one list, and their parent. */
type Group = { parentId: string; records: Imported[] };

type Import = { records: Imported[]; trackingMode: TrackingMode; strategy: 'add' | 'replace' };

/** All records of a mode, locked, by kind and id. */
async function lockMode(change: Change, trackingMode: TrackingMode) {
  const top = await lockAll(categoryKind, change.tx, eq(categories.trackingMode, trackingMode));
  const children = await lockDescendants(change.kinds, change.tx, categoryKind, top);
  const stored = new Map<EntityKind, Map<string, Snapshot>>(levels.map(({ entity }) => [entity, new Map()]));
  for (const { of, rows } of [{ of: categoryKind, rows: top }, ...children]) {
    for (const row of rows) stored.get(of)?.set(row.id, row);
  }
  return stored;
}

/** All records of a file with their kinds, each after its parent. */
function* everyRecord(records: Imported[], depth = 0): Generator<[entity: EntityKind, record: Imported]> {
  const level = levels[depth];
  for (const record of level ? records : []) {
    if (level) yield [level.entity, record];
    yield* everyRecord(record.children, depth + 1);
  }
}

/** Throws 422 with the path of each image of this desk that no longer exists, and of each repeated id. */
async function checkWhole(change: Change, { records, strategy }: Import) {
  const images: [path: string, address: unknown][] = [];
  const ids = new Set<string>();
  const turn = turns();
  for (const [entity, { path, id, fields }] of everyRecord(records)) {
    await turn();
    for (const [field, address] of imagesNamed(entity, [fields])) images.push([`${path}.${field}`, address]);
    if (id === undefined || strategy === 'add') continue;
    if (ids.has(id)) throw wrongFile([{ path: `${path}.id`, message: 'This id is there twice' }]);
    ids.add(id);
  }
  try {
    await lockImages(change.tx, images);
  } catch (error) {
    if (error instanceof Failure && error.extra.errors) throw wrongFile(error.extra.errors);
    throw error;
  }
}

/**
 * The positions of records in this order; an undefined entry is not stored here yet. If the stored order is already
 * right, stored records keep their positions and new ones get none.
 */
function positionsOf(stored: (Snapshot | undefined)[]) {
  const last = { version: 0, createdAt: '9', updatedAt: '', displayOrder: 0 };
  const rows = stored.map((row, index) => row ?? Object.assign({ id: `${index}`.padStart(9, '0') }, last));
  const areInOrder = inOrder(rows).every((row, index) => row === rows[index]);
  return rows.map((row, index) => (areInOrder ? positionOf(row) : index + 1));
}

/** The fields of a stored record by the file. A card whose scheduled time has passed keeps its stored status. */
function withStoredStatus(fields: Fields, row: Snapshot) {
  const isAsStored = fields.publishStatus === 'published' && fields.publishedAt === row.publishedAt;
  return isAsStored && row.publishStatus === 'scheduled' ? { ...fields, publishStatus: row.publishStatus } : fields;
}

/**
 * Imports the records of a file into a mode, as one operation. With `replace`, records are matched by id within the
 * mode: matching ones are changed and moved, all others are added, and records that are not in the file are deleted.
 */
async function importRecords(change: Change, asked: Import): Promise<ImportReport> {
  const { records, trackingMode, strategy } = asked;
  await lockOrder(change, categoryKind, trackingMode);
  await checkWhole(change, asked);
  const stored = strategy === 'replace' ? await lockMode(change, trackingMode) : undefined;
  const report = { create: {}, update: {}, remove: {}, unchanged: {} } as ImportReport;
  const keptIds = new Map<EntityKind, Set<string>>();
  let groups: Group[] = [{ parentId: trackingMode, records }];
  for (const { entity, list } of levels) {
    const known = stored?.get(entity) ?? new Map<string, Snapshot>();
    const scope = entity.order?.scope ?? '';
    const added: Fields[] = [];
    const changes = new Map<string, Fields>();
    const children: Group[] = [];
    for (const { parentId, records: siblings } of groups) {
      const rows = siblings.map(({ id }) => known.get(id ?? ''));
      const positions = positionsOf(rows.map((row) => (row?.[scope] === parentId ? row : undefined)));
      for (const [index, record] of siblings.entries()) {
        const row = rows[index];
        const id = row?.id ?? uuidv7();
        const fields = { ...record.fields, [scope]: parentId, displayOrder: positions[index] };
        if (row) changes.set(id, withStoredStatus(fields, row));
        else added.push({ id, ...fields });
        children.push({ parentId: id, records: record.children });
      }
    }
    groups = children;
    const made: Snapshot[] = [];
    // Releases the added records: their texts are now in the rows.
    while (added.length > 0) made.push(...(await createMany(change, entity, added.splice(0, rowsAtOnce))));
    const changed = await storeMany(change, entity, [...changes.keys()], ({ id }) => changes.get(id) ?? {});
    const changedIds = new Set(changed.map(({ id }) => id));
    const rows = [...known.values()];
    const named = (of: Snapshot[]) => ({
      count: of.length,
      names: of.slice(0, maxImportNames).map((row) => entity.label(row)),
    });
    report.create[list] = named(made);
    report.update[list] = named(changed);
    report.unchanged[list] = named(rows.filter(({ id }) => changes.has(id) && !changedIds.has(id)));
    report.remove[list] = named(rows.filter(({ id }) => !changes.has(id)));
    keptIds.set(entity, new Set(changes.keys()));
  }
  await removeRest(change, stored, keptIds);
  const done = importInWords(report, importLists);
  const deepest = levels.find(({ list }) => list === done?.list);
  if (done && deepest) {
    const { area, kind } = deepest.entity;
    const details = `into ${trackingModes[trackingMode]}: ${done.words}`;
    change.about({ action: 'import', area, kind, entityId: null, count: done.count, details });
  }
  return report;
}

/**
 * Deletes the records that are not kept, after all others have their new place: each takes its remaining descendants
 * along.
 */
async function removeRest(
  change: Change,
  stored: ReadonlyMap<EntityKind, ReadonlyMap<string, Snapshot>> | undefined,
  keptIds: ReadonlyMap<EntityKind, ReadonlySet<string>>,
) {
  let holders: ReadonlySet<string> | undefined;
  for (const { entity } of levels) {
    const kept = keptIds.get(entity);
    const scope = entity.order?.scope ?? '';
    const gone = [...(stored?.get(entity)?.values() ?? [])]
      .filter((row) => !kept?.has(row.id) && (holders?.has(String(row[scope])) ?? true))
      .map(({ id }) => id);
    if (gone.length > 0) await change.removeMany(entity, gone);
    holders = kept;
  }
}

/** Reads a file and imports it as a staff change. A dry run is the import itself, which is rolled back. */
export async function importFile(
  history: History,
  context: Context,
  { file, dryRun, ...asked }: ParsedInput<typeof ladyDueApi.ladyDue.import>,
) {
  const records = await readFile(file, await readNow(history.db));
  return changeOrTry(history, context, dryRun, (change) => importRecords(change, { ...asked, records }));
}
