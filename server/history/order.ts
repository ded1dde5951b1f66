import { or } from 'drizzle-orm';
import { capital, kinds } from '#contract/kinds.ts';
import { Failure } from '#server/http/failure.ts';
import { allOf } from '#server/history/conflicts.ts';
import type { EntityKind } from '#server/history/entity-kinds.ts';
import { nothingChanged } from '#server/history/failures.ts';
import { nameOfPlace } from '#server/history/places.ts';
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
