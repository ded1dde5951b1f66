import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Context } from '#server/http/context.ts';
import { create, createMany } from '#server/history/create.ts';
import type { EntityKind, KeptTable, KindOf, NewRow } from '#server/history/entity-kinds.ts';
import { move, putInOrder } from '#server/history/order.ts';
import { type Recorder, startRecorder } from '#server/history/recorder.ts';
import { remove, removeMany } from '#server/history/remove.ts';
import { update, updateMany } from '#server/history/update.ts';

/** The same function without its first parameter. */
const bound =
  <Rest extends unknown[], R>(recorder: Recorder, work: (recorder: Recorder, ...rest: Rest) => R) =>
  (...rest: Rest) =>
    work(recorder, ...rest);

/** One staff change while it runs: the functions that change things and record that for the log. */
export function startChange(tx: NodePgDatabase, kinds: readonly EntityKind[], context: Context) {
  const recorder = startRecorder(tx, kinds, context);
  return {
    ...recorder,
    create: <T extends KeptTable>(entity: KindOf<T>, values: NewRow<T>) => create(recorder, entity, values),
    createMany: <T extends KeptTable>(entity: KindOf<T>, values: NewRow<T>[]) => createMany(recorder, entity, values),
    update: bound(recorder, update),
    updateMany: bound(recorder, updateMany),
    remove: bound(recorder, remove),
    removeMany: bound(recorder, removeMany),
    move: bound(recorder, move),
    putInOrder: bound(recorder, putInOrder),
  };
}

export type Change = ReturnType<typeof startChange>;
