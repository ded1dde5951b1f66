import { type SQL, and, eq, gt, lt, or, sql } from 'drizzle-orm';
import { maxPosition } from '#contract/common.ts';
import { capital, kinds } from '#contract/kinds.ts';
import { Failure } from '#server/http/failure.ts';
import { shortenLabel } from '#server/log/label.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { allOf } from '#server/records/conflicts.ts';
import { nothingChanged, parentMissing } from '#server/records/failures.ts';
import { type EntityKind, type Recorder, columnOf } from '#server/records/kind.ts';
import { type RowChange, findRow, isOneOf, lockAll, lockForShare, updateRows } from '#server/records/rows.ts';

type Fields = Record<string, unknown>;

/** Positions start at 1. A record with 0 has none and is listed last. */
export const positionOf = ({ displayOrder }: Fields) => Number(displayOrder);

/** Sorts rows in the order of lists (see `sorting`). */
export const inOrder = (rows: Snapshot[]) =>
  rows.toSorted(
    (one, other) =>
      (positionOf(one) || Infinity) - (positionOf(other) || Infinity) ||
      one.createdAt.localeCompare(other.createdAt) ||
      one.id.localeCompare(other.id),
  );

/** An arbitrary number: the space of the advisory locks on orders. */
const lockSpace = 4;

/** The value that siblings of a record with these fields share; undefined when the whole kind has one order. */
export const sharedBy = ({ order }: EntityKind, fields: Fields) =>
  order?.scope === undefined ? undefined : fields[order.scope];

/** The condition for siblings, by the result of `sharedBy`. */
export const siblingsOf = (entity: EntityKind, shared: unknown): SQL | undefined =>
  entity.order?.scope === undefined ? undefined : eq(columnOf(entity, entity.order.scope), shared);

/**
 * Locks an order until the transaction ends. Take this lock before any lock of a row. Otherwise two transactions can
 * lock the same rows in different orders, and each waits for the other.
 */
export async function lockOrder({ tx }: Recorder, { kind }: EntityKind, shared: unknown) {
  const name = sql`concat_ws(' ', ${kind}::text, (${shared ?? null})::text)`;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${lockSpace}, hashtext(${name}))`);
}

/** Locks the rows that match a condition, and returns them by id. */
export const lockSiblings = async ({ tx }: Recorder, entity: EntityKind, condition: SQL | undefined) =>
  new Map((await lockAll(entity, tx, condition)).map((row) => [row.id, row]));

/**
 * Locks the new parent of a record before the record itself. Every change does so, so that changes cannot deadlock. Throws 409 when it no longer exists.
 */
async function lockParent({ tx, kinds }: Recorder, { kind, parent }: EntityKind, fields: Fields) {
  const id = parent && fields[parent.column];
  const parentKind = kinds.find((one) => one.kind === parent?.kind);
  if (!parent || !parentKind || typeof id !== 'string') return;
  if ((await lockForShare(parentKind, tx, [id])) === 0) throw parentMissing(kind, parent.kind);
}

/** Stores positions, and records each row whose position changes. */
async function savePositions(recorder: Recorder, entity: EntityKind, rows: RowChange[]) {
  const before = new Map(rows.map(({ stored }) => [stored.id, stored]));
  for (const row of await updateRows(entity, recorder, rows)) {
    recorder.recordRevision(entity, before.get(row.id) ?? null, row);
  }
}

/** Gives rows the positions 1, 2, 3… and the fields of `more`. Rows that already have them are not changed. */
export async function renumber(
  recorder: Recorder,
  entity: EntityKind,
  rows: Snapshot[],
  more: (stored: Snapshot) => Fields = () => ({}),
) {
  const changes = rows.flatMap((stored, index) => {
    const next = Object.entries({ displayOrder: index + 1, ...more(stored) });
    const fields = next.filter(([name, value]) => stored[name] !== value);
    return fields.length === 0 ? [] : [{ stored, fields: Object.fromEntries(fields) }];
  });
  await savePositions(recorder, entity, changes);
  return changes.length;
}

/**
 * The name of the value that siblings share: `“Staying well”`, `Pregnancy`; undefined when the whole kind has one
 * order.
 */
async function nameOfPlace({ tx, kinds }: Recorder, { parent, order }: EntityKind, shared: unknown) {
  if (order?.names) return order.names[String(shared)];
  const parentKind = parent && order?.scope === parent.column && kinds.find(({ kind }) => kind === parent.kind);
  const row = parentKind && (await findRow(parentKind, tx, String(shared)));
  return row && `“${shortenLabel(parentKind.label(row))}”`;
}

/** The new place of a record, for the log: `to place 2 in “Staying well”`. */
export async function placeInWords(recorder: Recorder, entity: EntityKind, row: Snapshot) {
  const shared = sharedBy(entity, row);
  const name = await nameOfPlace(recorder, entity, shared);
  const position = columnOf(entity, 'displayOrder');
  const before = and(siblingsOf(entity, shared), gt(position, 0), lt(position, positionOf(row)));
  const place = positionOf(row) > 0 ? `place ${(await recorder.tx.$count(entity.table, before)) + 1}` : 'the end';
  return `to ${place}${name ? ` in ${name}` : ''}`;
}

/**
 * Makes room for a record that gets the position of a sibling: the siblings between its old and new position move by
 * one. `before` is the old position, 0 for none. Nothing moves when that would pass the highest
 * position: two records then share one, and the older is listed first.
 */
async function shiftSiblings(
  recorder: Recorder,
  entity: EntityKind,
  siblings: Snapshot[],
  position: number,
  before: number,
) {
  const others = siblings.filter((row) => positionOf(row) !== 0);
  const taken = new Set(others.map(positionOf));
  if (position === 0 || position === before || !taken.has(position)) return;
  const down = before !== 0 && before < position;
  const from = down ? before + 1 : position;
  let to = position;
  while (!down && taken.has(to + 1)) to += 1;
  if (!down && to === maxPosition) return;
  const inTheWay = others.filter((row) => positionOf(row) >= from && positionOf(row) <= to);
  const next = inTheWay.map((stored) => ({ stored, fields: { displayOrder: positionOf(stored) + (down ? -1 : 1) } }));
  await savePositions(recorder, entity, next);
}

/**
 * The position after all siblings. Siblings are numbered first when some have no position, or the last one has the
 * highest.
 */
async function endOf(recorder: Recorder, entity: EntityKind, siblings: Snapshot[]) {
  const last = siblings.reduce((highest, row) => Math.max(highest, positionOf(row)), 0);
  if (last < maxPosition && siblings.every(positionOf)) return last + 1;
  await renumber(recorder, entity, inOrder(siblings));
  return siblings.length + 1;
}

/** Adds a record by `insert`: at its `displayOrder`, or last, which takes no lock of the order. */
export async function insertInOrder(
  recorder: Recorder,
  entity: EntityKind,
  values: Fields,
  insert: () => Promise<Snapshot>,
) {
  const position = entity.order ? positionOf({ displayOrder: values.displayOrder ?? 0 }) : 0;
  if (position === 0) return insert();
  const shared = sharedBy(entity, values);
  await lockParent(recorder, entity, values);
  await lockOrder(recorder, entity, shared);
  const added = await insert();
  const all = await lockAll(entity, recorder.tx, siblingsOf(entity, shared));
  await shiftSiblings(
    recorder,
    entity,
    all.filter(({ id }) => id !== added.id),
    position,
    0,
  );
  return added;
}

/** Locks the record and the siblings that an update with these fields may move. Undefined when nothing moves. */
export async function lockForUpdate(recorder: Recorder, entity: EntityKind, id: string, sent: Fields) {
  const { order, table } = entity;
  await lockParent(recorder, entity, sent);
  const target = sharedBy(entity, sent);
  if (!order || (sent.displayOrder === undefined && target === undefined)) return undefined;
  const scope = order.scope === undefined ? undefined : columnOf(entity, order.scope);
  const shared = scope && (target ?? sql`(SELECT ${scope} FROM ${table} WHERE ${eq(table.id, id)})`);
  await lockOrder(recorder, entity, shared);
  return lockSiblings(recorder, entity, scope && or(eq(table.id, id), siblingsOf(entity, shared)));
}

/**
 * Stores the changes of a record by `store`, with its position. A record that moves to another parent goes to the given
 * position, or else to the end. New siblings without positions are numbered first. `locked` is the result of `lockForUpdate`.
 */
export async function updateInOrder(
  recorder: Recorder,
  entity: EntityKind,
  { stored, fields }: RowChange,
  locked: ReadonlyMap<string, Snapshot>,
  store: (fields: Fields) => Promise<Snapshot>,
) {
  const scope = entity.order?.scope;
  const goesElsewhere = scope !== undefined && scope in fields;
  const here = scope === undefined ? undefined : { ...stored, ...fields }[scope];
  const siblings = [...locked.values()].filter(
    (row) => row.id !== stored.id && (scope === undefined || row[scope] === here),
  );
  if (goesElsewhere && !('displayOrder' in fields)) {
    return store({ ...fields, displayOrder: await endOf(recorder, entity, siblings) });
  }
  const position = positionOf({ displayOrder: 0, ...fields });
  if (goesElsewhere && position > 0 && !siblings.every(positionOf)) {
    // Siblings without a position come last, so all of them are numbered around the record.
    const places = new Map(inOrder(siblings).map(({ id }, at) => [id, at + 1 < position ? at + 1 : at + 2]));
    await renumber(recorder, entity, inOrder(siblings), ({ id }) => ({ displayOrder: places.get(id) }));
    return store(fields);
  }
  const row = await store(fields);
  await shiftSiblings(recorder, entity, siblings, positionOf(row), goesElsewhere ? 0 : positionOf(stored));
  return row;
}

/** 409 with the ids of the siblings that exist now, in their order. */
function orderChanged({ kind }: EntityKind, rows: Snapshot[]) {
  const what = `${capital(kinds[kind].article)} ${kinds[kind].one} was added or deleted by someone else. Check the list again. ${nothingChanged}`;
  return new Failure(409, 'order_changed', what, { ids: rows.map(({ id }) => id) });
}

/**
 * The one row by which two orders of the same rows differ; undefined when several moved. When two neighbours swapped
 * places, it could be either: `meant` is the id of the moved one.
 */
function movedOne(before: Snapshot[], after: Snapshot[], meant: string | undefined) {
  const at = before.findIndex((row, index) => row !== after[index]);
  const found = [after[at], before[at]].filter((row) => row !== undefined);
  const differ = found.filter((one) => {
    const others = after.filter((row) => row !== one);
    return before.filter((row) => row !== one).every((row, index) => row === others[index]);
  });
  return differ.find(({ id }) => id === meant) ?? differ[0];
}

/**
 * Gives siblings the positions 1, 2, 3… in the order of `ids`. A record that already has its position is not changed;
 * if none changes, there is no operation. `parentId` is the value of the column that siblings share, `movedId` the
 * record that staff moved, for the log. Throws 409 `order_changed` with the ids of the siblings when `ids` are not
 * exactly these.
 */
export async function putInOrder(
  recorder: Recorder,
  entity: EntityKind,
  ids: string[],
  parentId?: unknown,
  movedId?: string,
): Promise<void> {
  const { kind, area, order } = entity;
  if (!order) throw new Error(`A ${kind} has no order`);
  await lockOrder(recorder, entity, parentId);
  const stored = await lockSiblings(recorder, entity, siblingsOf(entity, parentId));
  const rows = ids.flatMap((id) => stored.get(id) ?? []);
  if (ids.length !== stored.size || new Set(rows).size !== stored.size) {
    throw orderChanged(entity, inOrder([...stored.values()]));
  }
  if ((await renumber(recorder, entity, rows)) === 0) return;
  const moved = movedOne(inOrder([...stored.values()]), rows, movedId);
  const name = await nameOfPlace(recorder, entity, parentId);
  const place = name ? `in ${name}` : '';
  const details = moved ? `to place ${rows.indexOf(moved) + 1} ${place}`.trim() : place;
  const label = moved && entity.label(moved);
  recorder.about({
    action: 'reorder',
    area,
    kind,
    entityId: moved?.id ?? null,
    ...(moved && { label, count: 1 }),
    details,
  });
}

/**
 * Moves records, in this order, to the end of a parent, and returns their number. All siblings there get the positions
 * 1, 2, 3…; a record that already has its position is not changed. Throws 404 with the missing ids, and 409 when the
 * parent no longer exists.
 */
export async function move(recorder: Recorder, entity: EntityKind, ids: string[], parentId: unknown): Promise<number> {
  const { kind, order, table } = entity;
  const scope = order?.scope;
  if (scope === undefined) throw new Error(`A ${kind} goes to no other parent`);
  const here = { [scope]: parentId };
  await lockParent(recorder, entity, here);
  await lockOrder(recorder, entity, parentId);
  const all = await lockSiblings(recorder, entity, or(isOneOf(table.id, ids), siblingsOf(entity, parentId)));
  const moved = allOf(entity, ids, all);
  const rest = inOrder([...all.values()].filter((row) => row[scope] === parentId && !moved.includes(row)));
  const changed = await renumber(recorder, entity, [...rest, ...moved], (row) => (moved.includes(row) ? here : {}));
  if (changed === 0) return moved.length;
  for (const row of moved) recorder.setSubject(entity, 'move', row);
  recorder.addDetails(`to ${await nameOfPlace(recorder, entity, parentId)}`, moved.length);
  return moved.length;
}
