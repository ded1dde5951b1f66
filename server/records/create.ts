import type { EntityKind, Recorder } from '#server/records/kind.ts';
import { insertInOrder } from '#server/records/order.ts';
import { insertRows } from '#server/records/rows.ts';
import { check, lockImagesOf, withDerived } from '#server/records/rules.ts';
import type { Snapshot } from '#server/log/tables.ts';

type Fields = Record<string, unknown>;

/** Adds records unchecked. Their positions do not move siblings. Throws 422 when an image no longer exists. */
export async function createMany(recorder: Recorder, entity: EntityKind, values: Fields[]): Promise<Snapshot[]> {
  const { staff } = recorder;
  if (values.length === 0) return [];
  await lockImagesOf(recorder, entity, values);
  const added = await insertRows(
    entity,
    recorder,
    values.map((fields) => ({ createdBy: staff.id, ...fields })),
  );
  for (const row of added) {
    recorder.recordRevision(entity, null, row);
    recorder.setSubject(entity, 'create', row);
  }
  return added;
}

/**
 * Adds a record as the last of its siblings, or at its `displayOrder`, moving the others down. Throws 422 when it
 * breaks the rules of its kind.
 */
export async function create(recorder: Recorder, entity: EntityKind, values: Fields): Promise<Snapshot> {
  const whole = await withDerived(recorder, entity, values);
  const checked = { ...whole, ...check(entity, whole) };
  return insertInOrder(recorder, entity, checked, async () => {
    const [row] = await createMany(recorder, entity, [checked]);
    if (!row) throw new Error(`The ${entity.kind} was not created`);
    return row;
  });
}
