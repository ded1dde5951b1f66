import type { Mark, MarkedPlace } from '#contract/mark.ts';

/**
 * The version of the rules. Increase it after a change of the rules or their words: all posts and comments are then
 * checked again.
 */
export const markRules = 3;

/** The number of characters of a text that the rules check. Only texts from before there was a limit can be longer. */
export const maxMarked = 20_000;

/** The part of a text that the rules check. It ends with a whole character. */
export const lookedAt = (content: string) => content.slice(0, maxMarked).replace(/[\uD800-\uDBFF]$/, '');

/** Sorts places, and merges overlapping places of one mark. */
export function inPlace(places: readonly MarkedPlace[]): MarkedPlace[] {
  const sorted = [...places].sort((one, other) => one.start - other.start || one.end - other.end);
  const joined: MarkedPlace[] = [];
  const last = new Map<Mark, MarkedPlace>();
  for (const place of sorted) {
    const before = last.get(place.mark);
    if (before && before.end >= place.start) {
      before.end = Math.max(before.end, place.end);
      continue;
    }
    const next = { ...place };
    joined.push(next);
    last.set(place.mark, next);
  }
  return joined;
}
