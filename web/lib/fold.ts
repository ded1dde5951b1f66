import { fold } from '#contract/fold.ts';

/** Normalizes a text for searches on screen: folded, with each run of spaces reduced to one. */
export const searched = (text: string) => fold(text.trim()).replaceAll(/\s+/g, ' ');

const kept = new WeakMap<object, string>();

/**
 * The searched texts of a record, one per line. Each keystroke searches thousands of records, so each is folded only
 * once.
 */
export function searchedOf<R extends object>(record: R, textsOf: (record: R) => string[]) {
  const lines = kept.get(record) ?? textsOf(record).map(searched).join('\n');
  kept.set(record, lines);
  return lines;
}

/** Whether a text has each word of a term, in any order. */
export function hasWords(text: string, term: string) {
  const words = searched(text);
  return searched(term)
    .split(' ')
    .every((word) => words.includes(word));
}
