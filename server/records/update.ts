import { isDeepStrictEqual } from 'node:util';
import { turns } from '#server/concurrency/turns.ts';
import { conflictFailure, lockEntities, lockEntity, stateAt } from '#server/records/conflicts.ts';
import { type EntityKind, actionOf, type Recorder } from '#server/records/kind.ts';
import { alsoScheduled } from '#server/records/pins.ts';
import { differing } from '#server/log/snapshot.ts';
import { merge } from '#server/records/merge.ts';
import { lockForUpdate, placeInWords, updateInOrder } from '#server/records/order.ts';
import { type RowChange, updateRow, updateRows } from '#server/records/rows.ts';
import { asStored, checkedChanges, lockImagesOf, withDerived } from '#server/records/rules.ts';
import type { Snapshot } from '#server/log/tables.ts';

type Fields = Record<string, unknown>;

/** Logs the change of a record. */
function logChange(recorder: Recorder, entity: EntityKind, before: Snapshot, after: Snapshot) {
  recorder.recordRevision(entity, before, after);
  recorder.setSubject(entity, actionOf(entity, differing(before, after), after), after);
}

/**
 * Changes the sent fields of a record, merged with other changes since the version of `If-Match`. Unknown fields are
 * ignored; an update without a change is not logged. With `alsoNext`, the scheduled words change too. Throws 404, 409 when the new parent no longer exists, 412 when one
 * of the fields was changed to another value, and 422 when the record would break the rules or an image no longer
 * exists.
 */
export async function update(recorder: Recorder, entity: EntityKind, id: string, sent: Fields): Promise<Snapshot> {
  const { tx, ifMatch } = recorder;
  const own = asStored(entity, sent);
  const siblings = await lockForUpdate(recorder, entity, id, own);
  const stored = siblings?.get(id) ?? (await lockEntity(recorder, entity, id));
  const isAsSeen = ifMatch === undefined || ifMatch === stored.version;
  const seen = isAsSeen ? stored : await stateAt(tx, entity, id, ifMatch);
  const derived = await withDerived(recorder, entity, own, stored);
  const { changes, conflicts } = merge({ stored, sent: derived, seen, mergeGroups: entity.mergeGroups });
  if (conflicts.length > 0) throw await conflictFailure(recorder, entity, stored, conflicts);
  if (Object.keys(changes).length === 0) return stored;
  const checked = checkedChanges(entity, stored, changes);
  await lockImagesOf(recorder, entity, [changes]);
  const written = sent.alsoNext === true ? await alsoScheduled(recorder, entity, stored, checked) : checked;
  const store = async (fields: Fields) => {
    const row = await updateRow(entity, recorder, { stored, fields });
    logChange(recorder, entity, stored, row);
    return row;
  };
  if (!siblings) return store(written);
  const row = await updateInOrder(recorder, entity, { stored, fields: written }, siblings, store);
  if (actionOf(entity, differing(stored, row), row) === 'move') {
    recorder.addDetails(await placeInWords(recorder, entity, row), 1);
  }
  return row;
}

/**
 * Changes several records, each to the columns that `changesOf` returns, regardless of the version that the caller saw.
 * A record that would not change is skipped. Only `move` changes positions. Returns the changed records. Throws 404
 * with the missing ids, and 409 and 422 like `update`.
 */
export async function storeMany(
  recorder: Recorder,
  entity: EntityKind,
  ids: readonly string[],
  changesOf: (stored: Snapshot) => Fields | Promise<Fields>,
): Promise<Snapshot[]> {
  const stored = await lockEntities(recorder, entity, ids);
  const turn = turns();
  const changed: RowChange[] = [];
  for (const row of stored) {
    const next = Object.entries(await changesOf(row)).filter(([field, value]) => !isDeepStrictEqual(row[field], value));
    if (next.length > 0) changed.push({ stored: row, fields: checkedChanges(entity, row, Object.fromEntries(next)) });
    await turn();
  }
  await lockImagesOf(
    recorder,
    entity,
    changed.map(({ fields }) => fields),
  );
  const before = new Map(stored.map((row) => [row.id, row]));
  const after = await updateRows(entity, recorder, changed);
  for (const row of after) logChange(recorder, entity, before.get(row.id) ?? row, row);
  return after;
}

/** The same for sent fields: also changes the columns that the kind derives from them. */
export const updateMany = (
  recorder: Recorder,
  entity: EntityKind,
  ids: readonly string[],
  sentOf: (stored: Snapshot) => Fields,
) => storeMany(recorder, entity, ids, (stored) => withDerived(recorder, entity, sentOf(stored), stored));
