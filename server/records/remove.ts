import { lockAsSeen, lockEntities } from '#server/records/conflicts.ts';
import type { EntityKind, Recorder } from '#server/records/kind.ts';
import { deleteRows, lockDescendants } from '#server/records/rows.ts';
import type { Snapshot } from '#server/log/tables.ts';

const idsOf = (rows: Snapshot[]) => rows.map(({ id }) => id);

/** Deletes rows with all their descendants. */
async function removeRows(recorder: Recorder, entity: EntityKind, rows: Snapshot[]) {
  const { tx, kinds } = recorder;
  const children = await lockDescendants(kinds, tx, entity, rows);
  /** For each record, the id of the row that it is deleted with. */
  const withinOf = new Map<string, string>(rows.map(({ id }) => [id, id]));
  for (const row of rows) {
    recorder.recordRevision(entity, row, null);
    recorder.setSubject(entity, 'delete', row);
  }
  for (const { of, rows: found } of children) {
    for (const one of found) {
      const within = withinOf.get(String(one[of.parent?.column ?? ''])) ?? null;
      if (within !== null) withinOf.set(one.id, within);
      recorder.recordRevision(of, one, null, within);
    }
  }
  for (const { of, rows: found } of children.toReversed()) await deleteRows(of, tx, idsOf(found));
  await deleteRows(entity, tx, idsOf(rows));
}

/** Deletes a record with its descendants. Throws 404, and 412 when its version is no longer that of `If-Match`. */
export const remove = async (recorder: Recorder, entity: EntityKind, id: string) =>
  removeRows(recorder, entity, [await lockAsSeen(recorder, entity, id)]);

/** Deletes several records with their descendants. Throws 404 with the missing ids. */
export const removeMany = async (recorder: Recorder, entity: EntityKind, ids: readonly string[]) =>
  removeRows(recorder, entity, await lockEntities(recorder, entity, ids));
