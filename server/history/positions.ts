import { eq, or, sql } from 'drizzle-orm';
import { maxPosition } from '#contract/common.ts';
import { type EntityKind, columnOf } from '#server/history/entity-kinds.ts';
import type { Recorder } from '#server/history/recorder.ts';
import { type RowChange, lockAll } from '#server/history/rows.ts';
import {
  inOrder,
  lockOrder,
  lockParent,
  lockSiblings,
  positionOf,
  renumber,
  savePositions,
  sharedBy,
  siblingsOf,
} from '#server/history/siblings.ts';
import type { Snapshot } from '#server/history/tables.ts';

type Fields = Record<string, unknown>;

/**
 * Makes room for a record that gets the position of a sibling: the siblings between its old and new position move by
 * one. `before` is the old position, 0 for none. Nothing moves when there is no room up to the highest position:
 * records with the same position are listed in the order in which they were added.
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

/** Adds a record by `insert`: at its `displayOrder`, or last, which waits for no lock. */
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
 * position, even when its new siblings have none yet, or else to the end. `locked` is the result of `lockForUpdate`.
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
