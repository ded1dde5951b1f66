import { expectApproved } from '#server/records/approved.ts';
import { create, createMany } from '#server/records/create.ts';
import type { EntityKind, KeptTable, KindOf, NewRow, Recorder } from '#server/records/kind.ts';
import { move, putInOrder } from '#server/records/order.ts';
import { LogRecorder } from '#server/log/recorder.ts';
import { remove, removeMany } from '#server/records/remove.ts';
import { update, updateMany } from '#server/records/update.ts';

/** The parameters of a function after its first. */
type Rest<F> = F extends (recorder: Recorder, ...rest: infer R) => unknown ? R : never;

/**
 * A staff change while it runs: its methods change records and log the changes. A class, because creating an object
 * with fifteen functions for each change is slow in V8.
 */
export class Change extends LogRecorder<EntityKind> {
  create<T extends KeptTable>(entity: KindOf<T>, values: NewRow<T>) {
    return create(this, entity, values);
  }
  createMany<T extends KeptTable>(entity: KindOf<T>, values: NewRow<T>[]) {
    return createMany(this, entity, values);
  }
  update(...rest: Rest<typeof update>) {
    return update(this, ...rest);
  }
  updateMany(...rest: Rest<typeof updateMany>) {
    return updateMany(this, ...rest);
  }
  remove(...rest: Rest<typeof remove>) {
    return remove(this, ...rest);
  }
  removeMany(...rest: Rest<typeof removeMany>) {
    return removeMany(this, ...rest);
  }
  move(...rest: Rest<typeof move>) {
    return move(this, ...rest);
  }
  putInOrder(...rest: Rest<typeof putInOrder>) {
    return putInOrder(this, ...rest);
  }
  /** Throws 409 for words that come into the app without a required approval. */
  override async writeLog() {
    await expectApproved(this);
    return super.writeLog();
  }
}
