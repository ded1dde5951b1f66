import { isDeepStrictEqual } from 'node:util';
import { bookkeeping, pins } from '#server/log/snapshot.ts';

type Fields = Record<string, unknown>;

/** The fields of a state that people can change. */
export const editableFields = (state: Fields): Fields =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !bookkeeping.has(name) && !pins.has(name)));

/** Fields that are only meaningful together. */
type MergeGroups = readonly (readonly string[])[] | undefined;

/** A field and the fields of its merge group, which conflict as one. */
export const groupOf = (name: string, mergeGroups: MergeGroups): readonly string[] =>
  mergeGroups?.find((group) => group.includes(name)) ?? [name];

type Merge = {
  stored: Fields;
  /** The fields that were sent; undefined for a field that was left out. */
  sent: Fields;
  /** The state that the sender saw; undefined when the log no longer has it. */
  seen: Fields | undefined;
  mergeGroups?: MergeGroups;
};

/**
 * Compares field by field. A sent value that differs from the stored one is a change. It is a conflict when the field,
 * or another of its merge group, has changed since the sender saw it.
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
