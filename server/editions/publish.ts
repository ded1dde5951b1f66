import { isDeepStrictEqual } from 'node:util';
import { getTableColumns } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { kinds } from '#contract/kinds.ts';
import type { Action } from '#contract/history.ts';
import type { Change } from '#server/history/change.ts';
import { Failure, invalid } from '#server/http/failure.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { lockAsSeen, lockEntities } from '#server/records/conflicts.ts';
import { nothingChanged } from '#server/records/failures.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { type Writer, addEditions, isDraft, ruleOf, storedWords, unpinned, wordsOf } from '#server/records/pins.ts';
import { type RowChange, updateRow, updateRows } from '#server/records/rows.ts';
import { checkedChanges, lockImagesOf } from '#server/records/rules.ts';

type Fields = Record<string, unknown>;

const unchanged = (message: string) => new Failure(409, 'unchanged', `${message} ${nothingChanged}`);

/** The words of an edition, by the names of their fields. */
export function fieldsOf({ table }: EntityKind, words: Fields): Fields {
  const names = Object.entries(getTableColumns(table)).map(([name, column]) => [column.name, name] as const);
  return Object.fromEntries(names.flatMap(([column, name]) => (column in words ? [[name, words[column]]] : [])));
}

/** The edition that the app shows of a row at a time; null when it shows the row itself. */
export const shownAt = ({ shown, next, nextFrom }: Fields, now: string) =>
  (next !== null && String(nextFrom) <= now ? next : shown) as string | null;

/** The words that the app shows of each of these rows at a time, by the names of their columns. */
async function shownWords(tx: NodePgDatabase, entity: EntityKind, rows: readonly Snapshot[], now: string) {
  const words = await storedWords(tx, rows.map((row) => shownAt(row, now)).filter(Boolean));
  return new Map(rows.map((row) => [row.id, words.get(shownAt(row, now) ?? '') ?? wordsOf(entity, row)]));
}

function logRow(change: Change, entity: EntityKind, action: Action, stored: Snapshot, row: Snapshot) {
  change.recordRevision(entity, stored, row);
  change.setSubject(entity, action, row);
}

async function store(change: Change, entity: EntityKind, stored: Snapshot, action: Action, fields: Fields) {
  const row = await updateRow(entity, change, { stored, fields });
  logRow(change, entity, action, stored, row);
  return row;
}

/** A new edition of a row as it will be written. */
async function editionOf(writer: Writer, entity: EntityKind, row: Fields, version: number, showFrom: string) {
  const [id = ''] = await addEditions(writer, entity, [{ row, version, showFrom }]);
  return id;
}

type Asked = { showFrom?: string | null | undefined; words?: Fields | undefined };

/** The words among these that differ from the saved ones, as they would be stored. Throws 422. */
async function changedWords(change: Change, entity: EntityKind, stored: Snapshot, words: Fields) {
  const changed = Object.entries(words).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, stored[name]),
  );
  const own = checkedChanges(entity, stored, Object.fromEntries(changed));
  await lockImagesOf(change, entity, [own]);
  return own;
}

/** Schedules the words of a locked row. Returns undefined when the app shows them already. */
async function scheduleRow(change: Change, entity: EntityKind, stored: Snapshot, own: Fields, showFrom: string) {
  const { now } = await ruleOf(change, entity);
  if (showFrom <= now) throw invalid([{ path: 'showFrom', message: 'Choose a time in the future' }]);
  const after: Fields = { ...stored, ...own };
  const words = await shownWords(change.tx, entity, [stored], now);
  if (isDeepStrictEqual(words.get(stored.id), wordsOf(entity, after))) return undefined;
  // Words that the app shows as they are saved are those of the stored row.
  const shown = shownAt(stored, now) ?? (await editionOf(change, entity, stored, stored.version, stored.updatedAt));
  const next = await editionOf(change, entity, after, stored.version + 1, showFrom);
  return store(change, entity, stored, 'schedule-changes', { ...own, shown, next, nextFrom: showFrom });
}

/** Publishes the words of locked rows now, in a few statements. Returns the rows that the app did not show already. */
async function publishRows(change: Change, entity: EntityKind, locked: readonly RowChange[]) {
  const { rule, now } = await ruleOf(change, entity);
  const rows = locked.map(({ stored, fields }) => ({ stored, fields, after: { ...stored, ...fields } as Fields }));
  const before = new Map(rows.map(({ stored }) => [stored.id, stored]));
  const words = await shownWords(change.tx, entity, [...before.values()], now);
  const changed = rows.filter(({ stored: { id, next, nextFrom }, after }) => {
    const isWaiting = next !== null && String(nextFrom) > now;
    return isWaiting || !isDeepStrictEqual(words.get(id), wordsOf(entity, after));
  });
  const editions = changed.map(({ stored, after }) => ({ row: after, version: stored.version + 1, showFrom: now }));
  const shown = rule === 'direct' ? [] : await addEditions(change, entity, editions);
  const pinnedRows = changed.map(({ stored, fields }, at) => ({
    stored,
    fields: { ...fields, ...unpinned, shown: shown[at] ?? null },
  }));
  const published = await updateRows(entity, change, pinnedRows);
  for (const row of published) logRow(change, entity, 'publish-changes', before.get(row.id) ?? row, row);
  return published;
}

/**
 * Shows the saved words of a record in the app, with `words` saved before: at once, or from `showFrom` on. Throws 404,
 * 412 when its version is no longer that of `If-Match`, 409 for a draft and when the app shows these words already, and
 * 422 for a time in the past or words that break the rules.
 */
export async function publish(change: Change, entity: EntityKind, id: string, asked: Asked): Promise<Snapshot> {
  const stored = await lockAsSeen(change, entity, id);
  const { one } = kinds[entity.kind];
  if (isDraft(entity, stored)) {
    throw new Failure(409, 'is_draft', `This ${one} is a draft: publish the ${one} itself. ${nothingChanged}`);
  }
  const { showFrom, words = {} } = asked;
  const own = await changedWords(change, entity, stored, words);
  const row = showFrom
    ? await scheduleRow(change, entity, stored, own, showFrom)
    : (await publishRows(change, entity, [{ stored, fields: own }]))[0];
  if (!row) throw unchanged('The app shows these words already.');
  return row;
}

/** Publishes the saved words of several records now. Drafts and shown words are left as they are. Throws 404. */
export async function publishMany(change: Change, entity: EntityKind, ids: readonly string[]): Promise<number> {
  const rows = await lockEntities(change, entity, ids);
  const saved = rows.filter((row) => !isDraft(entity, row));
  const changes = saved.map((stored) => ({ stored, fields: checkedChanges(entity, stored, {}) }));
  return (await publishRows(change, entity, changes)).length;
}

/** Cancels the scheduled words of a record; its saved words stay. Throws 404, 409 when none are scheduled, and 412. */
export async function cancelNext(change: Change, entity: EntityKind, id: string): Promise<Snapshot> {
  const stored = await lockAsSeen(change, entity, id);
  const { now } = await ruleOf(change, entity);
  if (stored.next === null || String(stored.nextFrom) <= now) throw unchanged('No other words are scheduled.');
  const { shown } = stored;
  return store(change, entity, stored, 'cancel-changes', { shown, next: null, nextFrom: null });
}

/** Replaces the saved words of a record by those that the app shows. Throws 404, 409 when they are the same, and 412. */
export async function backToShown(change: Change, entity: EntityKind, id: string): Promise<Snapshot> {
  const stored = await lockAsSeen(change, entity, id);
  const { now } = await ruleOf(change, entity);
  const shown = await shownWords(change.tx, entity, [stored], now);
  const words = fieldsOf(entity, shown.get(stored.id) ?? {});
  const changed = Object.entries(words).filter(([name, value]) => !isDeepStrictEqual(value, stored[name]));
  if (changed.length === 0) throw unchanged('These are the words that the app shows.');
  const back = checkedChanges(entity, stored, Object.fromEntries(changed));
  await lockImagesOf(change, entity, [back]);
  return store(change, entity, stored, 'back-to-shown', back);
}
