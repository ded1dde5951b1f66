import type { z } from 'zod';
import { type EntityKind, type Recorder } from '#server/records/kind.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { invalid } from '#server/http/failure.ts';
import { lockImages } from '#server/images/references.ts';
import { readNow } from '#server/database/read-now.ts';
import { memoized } from '#server/database/driver/statements.ts';

type Fields = Record<string, unknown>;

/** The values of a row in the fields of its kind, without id, version and times. */
export const ownFields = ({ fields }: EntityKind, row: Fields): Fields =>
  Object.fromEntries(Object.keys(fields.shape).map((field) => [field, row[field]]));

/** The sent fields of a kind as they would be stored, so that a difference in notation is not a change. */
export const asStored = (entity: EntityKind, sent: Fields): Fields =>
  Object.fromEntries(
    Object.entries(ownFields(entity, sent)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, (entity.fields.shape[name] as z.ZodType).safeParse(value).data ?? value]],
    ),
  );

/** The database's time, read once for a change. */
const nowOf = memoized(({ tx }: Recorder) => readNow(tx));

/** The sent fields with the columns that the kind derives from them. `stored` is the locked record. */
export async function withDerived(recorder: Recorder, { derive }: EntityKind, sent: Fields, stored?: Snapshot) {
  return { ...sent, ...(await derive?.(sent as never, stored, () => nowOf(recorder))) };
}

/** Checks a whole record against today's rules. Returns the fields as they should be stored; throws 422. */
export function check(entity: EntityKind, row: Fields): Fields {
  const result = entity.fields.safeParse(ownFields(entity, row));
  if (result.success) return result.data;
  throw invalid(result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

/** The changes of a row as they should be stored. Throws 422 when the changed row does not pass today's rules. */
export function checkedChanges(entity: EntityKind, stored: Snapshot, changes: Fields): Fields {
  const checked = check(entity, { ...stored, ...changes });
  return Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [field, field in checked ? checked[field] : value]),
  );
}

/** Each image in the fields of these rows, with its field. */
export const imagesNamed = ({ images = [] }: EntityKind, rows: Fields[]) =>
  rows.flatMap((row) =>
    images.flatMap((image): [field: string, address: unknown][] => {
      const { field, addresses } =
        typeof image === 'string' ? { field: image, addresses: (value: unknown) => [value] } : image;
      return field in row ? addresses(row[field]).map((address) => [field, address]) : [];
    }),
  );

/**
 * Locks the images in the fields of these rows, so that no sweep removes them before the transaction ends. Throws 422
 * with `message` at each field whose image no longer exists.
 */
export const lockImagesOf = ({ tx }: Recorder, entity: EntityKind, rows: Fields[], message?: string) =>
  lockImages(tx, imagesNamed(entity, rows), message);
