import { eq, or, sql } from 'drizzle-orm';
import { capital, kinds } from '#contract/kinds.ts';
import { Failure } from '#server/http/failure.ts';
import { allOf } from '#server/history/conflicts.ts';
import { type EntityKind, columnOf } from '#server/history/entity-kinds.ts';
import { nothingChanged } from '#server/history/failures.ts';
import type { Recorder } from '#server/history/recorder.ts';
import { isOneOf } from '#server/history/rows.ts';
import { inOrder, lockOrder, lockParent, lockSiblings, renumber, siblingsOf } from '#server/history/siblings.ts';
import type { Snapshot } from '#server/history/tables.ts';

/** 409 with the ids of the siblings that exist now, in their order. */
function orderChanged({ kind }: EntityKind, rows: Snapshot[]) {
  const what = `${capital(kinds[kind].article)} ${kinds[kind].one} was added or deleted meanwhile. Look at the list again. ${nothingChanged}`;
  return new Failure(409, 'order_changed', what, { ids: rows.map(({ id }) => id) });
}

/**
 * Gives siblings the positions 1, 2, 3… in the order of `ids`. A thing that has its position already is not changed; when
 * all have theirs, there is no operation. `parentId` is the value of the column that siblings share. Throws 409
 * `order_changed` with the ids of the siblings when `ids` are not exactly these.
 */
export async function putInOrder(
  recorder: Recorder,
  entity: EntityKind,
  ids: string[],
  parentId?: unknown,
): Promise<void> {
  const { kind, area, order } = entity;
  if (!order) throw new Error(`A ${kind} has no order`);
  await lockOrder(recorder, entity, parentId);
  const stored = await lockSiblings(recorder, entity, siblingsOf(entity, parentId));
  const rows = ids.flatMap((id) => stored.get(id) ?? []);
  if (ids.length !== stored.size || new Set(rows).size !== stored.size) {
    throw orderChanged(entity, inOrder([...stored.values()]));
  }
  if ((await renumber(recorder, entity, rows)) > 0) recorder.about({ action: 'reorder', area, kind, entityId: null });
}

type Target = {
  /** The new value of the column that siblings share. Left out, it is that of the first thing. */
  parentId?: unknown;
  /** The id of the sibling that they come after; null for the first position. Left out, they come last. */
  after?: string | null;
};

/**
 * Moves things, in this order, after one of their siblings or to another parent. All siblings there get the positions
 * 1, 2, 3…; a thing that has its position already is not changed. Throws 404 with each id that does not exist, and 409
 * when the parent, or the sibling that they should come after, is gone.
 */
export async function move(recorder: Recorder, entity: EntityKind, ids: string[], { parentId, after }: Target = {}) {
  const { kind, order, table } = entity;
  if (!order) throw new Error(`A ${kind} has no order`);
  const column = order.scope;
  if (column !== undefined) await lockParent(recorder, entity, { [column]: parentId });
  const [first = ''] = ids;
  const shared = column === undefined ? undefined : columnOf(entity, column);
  const target = parentId ?? sql`(SELECT ${shared} FROM ${table} WHERE ${eq(table.id, first)})`;
  await lockOrder(recorder, entity, shared && target);
  const all = await lockSiblings(recorder, entity, shared && or(isOneOf(table.id, ids), eq(shared, target)));
  const moved = allOf(entity, ids, all);
  const here = column === undefined ? {} : { [column]: parentId ?? moved[0]?.[column] };
  const isHere = (row: Record<string, unknown>) => column === undefined || row[column] === here[column];
  const rest = inOrder([...all.values()].filter((row) => isHere(row) && !moved.includes(row)));
  const index = after === null ? 0 : after === undefined ? rest.length : rest.findIndex(({ id }) => id === after) + 1;
  if (typeof after === 'string' && index === 0) throw orderChanged(entity, rest);
  const next = rest.toSpliced(index, 0, ...moved);
  if ((await renumber(recorder, entity, next, (row) => (moved.includes(row) ? here : {}))) === 0) return;
  for (const row of moved) recorder.setSubject(entity, parentId === undefined ? 'reorder' : 'update', row);
}
