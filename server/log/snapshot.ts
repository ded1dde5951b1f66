import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

/** The columns that every row has and that only the server sets. */
export const bookkeeping: ReadonlySet<string> = new Set(['id', 'version', 'createdAt', 'updatedAt', 'createdBy']);

/** The fields in which two states of a record differ. A field that only one of them has is skipped: a migration added it. */
export const differing = (one: Fields, other: Fields): string[] =>
  Object.keys(one).filter(
    (name) => name in other && !bookkeeping.has(name) && !isDeepStrictEqual(one[name], other[name]),
  );
