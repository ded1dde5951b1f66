import type { CoveredPlace } from '#contract/mark.ts';

/** A word of a text with its place, in UTF-16 code units. */
export type Word = CoveredPlace & { text: string };

/** The punctuation before and after a word. A sign that carries an accent, such as that of a keycap, is part of it. */
const before = /^\p{P}+(?![\p{M}\u200D])/u;
const after = /\p{P}+$/u;

/** The words of a text, emoji included, without the punctuation around them. */
export function wordsOf(content: string): Word[] {
  return [...content.matchAll(/\S+/gu)].flatMap(({ 0: piece, index }) => {
    const start = index + (before.exec(piece)?.[0].length ?? 0);
    const text = content.slice(start, index + piece.length).replace(after, '');
    return text === '' ? [] : [{ start, end: start + text.length, text }];
  });
}

/** The indexes of the words that any of these places touches. */
export const touched = (words: readonly Word[], places: readonly CoveredPlace[]) =>
  words.flatMap((word, at) => (places.some(({ start, end }) => start < word.end && word.start < end) ? [at] : []));

/** The places of the chosen words. Neighbours in a line are one place, so that their number is not told. */
export function placesOf(content: string, words: readonly Word[], chosen: ReadonlySet<number>): CoveredPlace[] {
  const places: CoveredPlace[] = [];
  for (const [at, { start, end }] of words.entries()) {
    if (!chosen.has(at)) continue;
    const last = places.at(-1);
    const isNext = last !== undefined && chosen.has(at - 1) && /^[^\S\n]+$/u.test(content.slice(last.end, start));
    if (isNext) last.end = end;
    else places.push({ start, end });
  }
  return places;
}
