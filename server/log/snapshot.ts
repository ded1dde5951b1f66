import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

/** The columns that every row has and no person changes. */
export const bookkeeping: ReadonlySet<string> = new Set(['id', 'version', 'createdAt', 'updatedAt', 'createdBy']);

/** The fields in which two states of a thing differ. A field that only one of them has is left out: it is from a migration. */
export const differing = (one: Fields, other: Fields): string[] =>
  Object.keys(one).filter(
    (name) => name in other && !bookkeeping.has(name) && !isDeepStrictEqual(one[name], other[name]),
  );
