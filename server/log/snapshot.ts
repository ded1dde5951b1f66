import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

/** The columns that every row has and that only the server sets. */
export const bookkeeping: ReadonlySet<string> = new Set([
  'id',
  'version',
  'createdAt',
  'updatedAt',
  'createdBy',
  'hasChanges',
]);

/** The columns that point at editions. They follow from other changes, or change by calls of their own. */
export const pins: ReadonlySet<string> = new Set(['shown', 'next', 'nextFrom']);

/** The fields in which two states of a record differ. A field that only one of them has is skipped: a migration added it. */
export const differing = (one: Fields, other: Fields): string[] =>
  Object.keys(one).filter(
    (name) => name in other && !bookkeeping.has(name) && !isDeepStrictEqual(one[name], other[name]),
  );
