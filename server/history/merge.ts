import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

/** The columns that every row has and no person changes. */
const bookkeeping = new Set(['id', 'version', 'createdAt', 'updatedAt', 'createdBy']);

/** The fields in which two states of a thing differ. A field that only one of them has came or went with a migration. */
export const differing = (one: Fields, other: Fields): string[] =>
  Object.keys(one).filter(
    (name) => name in other && !bookkeeping.has(name) && !isDeepStrictEqual(one[name], other[name]),
  );

/** A state without what every row has: what people wrote. */
export const written = (state: Fields): Fields =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !bookkeeping.has(name)));

/** Fields that only make sense together. */
type MergeGroups = readonly (readonly string[])[] | undefined;

/** A field with those that clash as one with it. */
export const groupOf = (name: string, mergeGroups: MergeGroups): readonly string[] =>
  mergeGroups?.find((group) => group.includes(name)) ?? [name];

type Merge = {
  stored: Fields;
  /** What was sent, undefined for what was left out. */
  sent: Fields;
  /** The state that the sender saw; undefined when nobody knows it any more. */
  seen: Fields | undefined;
  mergeGroups?: MergeGroups;
};

/**
 * Field by field: what differs from the stored state is a change, and a clash when the field (or one that belongs
 * together with it) is not as the sender saw it any more.
 */
export function merge({ stored, sent, seen, mergeGroups }: Merge) {
  const changed = Object.keys(sent).filter(
    (name) => sent[name] !== undefined && !isDeepStrictEqual(sent[name], stored[name]),
  );
  const isAsSeen = (name: string) => seen !== undefined && isDeepStrictEqual(seen[name], stored[name]);
  return {
    changes: Object.fromEntries(changed.map((name) => [name, sent[name]])),
    conflicts: changed.filter((name) => !groupOf(name, mergeGroups).every(isAsSeen)),
  };
}
