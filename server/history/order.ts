import { type SQL, asc, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { maxPosition } from '#contract/common.ts';
import { Failure } from '#server/http/failure.ts';
import type { Change } from '#server/history/change.ts';
import { type KeptTable, type KindOf, isOneOf, lockAll, updateRows } from '#server/history/entity-kinds.ts';
import { humanize, nothingChanged } from '#server/history/failures.ts';

/** A table whose rows staff put in order: from place 1 on; 0 is no place, and comes last. */
export type OrderedTable = KeptTable & { displayOrder: PgColumn };

/** The order of such rows, for `orderBy`. Those of one place stand in the order in which they were added. */
export const byPosition = ({ displayOrder, createdAt, id }: OrderedTable) => [
  asc(sql`nullif(${displayOrder}, 0)`),
  asc(createdAt),
  asc(id),
];

/**
 * Puts things in order as part of `change`: the places 1, 2, 3… as `ids` say. What has its place already is not touched;
 * when that is all of them there is no operation. `siblings` tells apart those that share one order; left out, all of the
 * table do. Throws 409 `order_changed`, with their ids, when `ids` are not exactly the siblings that there are.
 */
export async function putInOrder(
  change: Change,
  entity: KindOf<OrderedTable>,
  ids: string[],
  siblings?: SQL,
): Promise<void> {
  const { tx } = change;
  const { table, kind, area } = entity;
  const stored = await lockOrder(change, entity, siblings);
  if (ids.length !== stored.size || new Set(ids).size !== ids.length || !ids.every((id) => stored.has(id))) {
    const now = await tx
      .select({ id: table.id })
      .from(table)
      .where(siblings)
      .orderBy(...byPosition(table));
    const what = `There is another ${humanize(kind)} now, or one less. Look at the list again. ${nothingChanged}`;
    throw new Failure(409, 'order_changed', what, { ids: now.map(({ id }) => id as string) });
  }
  const moved = ids.filter((id, index) => stored.get(id)?.displayOrder !== index + 1);
  if (moved.length === 0) return;
  const place = sql`array_position(${sql.param(ids)}::uuid[], ${table.id})`;
  for (const row of await updateRows(entity, tx, isOneOf(table.id, moved), { displayOrder: place })) {
    change.recordRevision(entity, stored.get(row.id) ?? null, row);
  }
  change.about({ action: 'reorder', area, kind, entityId: null });
}

/**
 * Makes room, as part of `change`, where one was given the place of another: it stands there, and those in its way go one
 * further, or one back where it came from before them. `before` is the place it had, 0 for none. Nobody else moves, and
 * nobody where there is no room up to the highest place: those of one place stand in the order in which they were added.
 * Whoever changes a place locks all of the order first, as `putInOrder` does (`lockOrder`).
 */
export async function shiftSiblings(
  change: Change,
  entity: KindOf<OrderedTable>,
  { id, displayOrder: place }: { id: string; displayOrder: number },
  before: number,
  siblings?: SQL,
): Promise<void> {
  const { tx } = change;
  const stored = await lockOrder(change, entity, siblings);
  const others = [...stored.values()].filter((row) => row.id !== id && row.displayOrder !== 0);
  const taken = new Set(others.map((row) => row.displayOrder));
  if (place === 0 || place === before || !taken.has(place)) return;
  const down = before !== 0 && before < place;
  const from = down ? before + 1 : place;
  let to = place;
  while (!down && taken.has(to + 1)) to += 1;
  if (!down && to === maxPosition) return;
  const inTheWay = others.filter((row) => Number(row.displayOrder) >= from && Number(row.displayOrder) <= to);
  const moved = isOneOf(
    entity.table.id,
    inTheWay.map((row) => row.id),
  );
  const next = sql`${entity.table.displayOrder} + ${down ? -1 : 1}`;
  for (const row of await updateRows(entity, tx, moved, { displayOrder: next })) {
    change.recordRevision(entity, stored.get(row.id) ?? null, row);
  }
}

/** All that share an order, by id, locked: two who change it at the same moment wait here for each other. */
export const lockOrder = async ({ tx }: Change, entity: KindOf<OrderedTable>, siblings?: SQL) =>
  new Map((await lockAll(entity, tx, siblings)).map((row) => [row.id, row]));
