import type { Kind } from '#contract/kinds.ts';
import type { Failure } from '#server/http/failure.ts';
import { listDeleted, listLastChanges, lockRecent } from '#server/history/bin-queries.ts';
import type { Change } from '#server/history/change.ts';
import { expectApproved } from '#server/records/approved.ts';
import { notInBin, nothingChanged } from '#server/records/failures.ts';
import type { History } from '#server/history/history.ts';
import type { Touched } from '#server/log/operation-queries.ts';
import { lockRows } from '#server/records/rows.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { reinsert } from '#server/history/undo.ts';

/** A record in the bin: its last state, and all records that its deletion removed, including itself. */
type Deleted = { id: string; operationId: string; before: Snapshot; taken: Touched[] };

/** The records of these that are in the bin. Their deletions are locked until the transaction ends. */
async function lockDeleted(history: History, { tx }: Change, kind: Kind, ids: readonly string[]): Promise<Deleted[]> {
  const last = (await listLastChanges(tx, kind, ids)).filter(({ after }) => after === null);
  // All at once and always in the same order, so that when two people restore the same records, the second waits.
  const recent = await lockRecent(tx, [...new Set(last.map(({ operationId }) => operationId))]);
  const stored = new Set((await lockRows(history.kindOf(kind), tx, ids)).map(({ id }) => id));
  const deleted = last.flatMap(({ entityId: id, operationId, before }) =>
    before && recent.has(operationId) && !stored.has(id) ? [{ id, operationId, before, taken: [] as Touched[] }] : [],
  );
  const byId = new Map(deleted.map((one) => [one.id, one]));
  for (const one of await listDeleted(tx, [...recent], ids)) {
    const root = byId.get(one.entityId) ?? byId.get(one.withinId ?? '');
    // The record may also have been deleted earlier, together with another of these.
    if (root?.operationId === one.operationId) root.taken.push(one);
  }
  return deleted;
}

async function bringBack(history: History, change: Change, kind: Kind, deleted: readonly Deleted[]) {
  for (const { before } of deleted) change.setSubject(history.kindOf(kind), 'restore', before);
  await reinsert(
    history,
    change,
    deleted.flatMap(({ taken }) => taken),
  );
}

/** Restores a deleted record with all records that were deleted with it. Throws 404 when it is not in the bin. */
export async function restoreDeleted(history: History, change: Change, kind: Kind, id: string) {
  const deleted = await lockDeleted(history, change, kind, [id]);
  if (deleted.length === 0) throw notInBin(kind);
  await bringBack(history, change, kind, deleted);
}

/** The reason why a deleted record stays in the bin: the rule that it breaks, or the refusal. */
const reasonOf = ({ status, message, extra: { errors } }: Failure) =>
  ((status === 422 && errors?.[0]?.message) || message).replace(` ${nothingChanged}`, '');

type Stays = { id: string; reason: string };

/**
 * Restores as many of several deleted records of one kind as possible, and returns the others with the reasons. When a
 * group is refused, each half is tried separately.
 */
export async function restoreSelected(history: History, change: Change, kind: Kind, ids: readonly string[]) {
  const restore = async (some: readonly Deleted[]): Promise<Stays[]> => {
    const refusal = await change.attempt(async () => {
      await bringBack(history, change, kind, some);
      await expectApproved(change);
    });
    if (!refusal) return [];
    if (some.length === 1) return some.map(({ id }) => ({ id, reason: reasonOf(refusal) }));
    const middle = Math.ceil(some.length / 2);
    return [...(await restore(some.slice(0, middle))), ...(await restore(some.slice(middle)))];
  };
  const deleted = await lockDeleted(history, change, kind, ids);
  const there = new Set(deleted.map(({ id }) => id));
  const gone = ids.filter((id) => !there.has(id)).map((id) => ({ id, reason: reasonOf(notInBin(kind)) }));
  return deleted.length === 0 ? gone : [...gone, ...(await restore(deleted))];
}
