import { linesOf } from '#contract/rich-text-words.ts';

/** Where the words of a remark stood, for finding them again after edits. */
export type Anchor = {
  quote: string;
  /** Where it began, in UTF-16 units. */
  start: number;
  /** The text before and after the quote: `usualContext` characters, or more where a text repeats itself. */
  before: string;
  after: string;
  /** How many of these characters, next to the quote, stood elsewhere in the text too. */
  commonBefore: number;
  commonAfter: number;
  /** The quote is long, and no other parts of the text could make it up: it is found without anything around it. */
  isUnmistakable: boolean;
};

/** A range of a text, in UTF-16 units. */
export type Place = { start: number; end: number };

const usualContext = 32;
const maxContext = 1024;
/** So many characters make a difference between two passages. */
const margin = 12;
/** The shortest quote that is unmistakable. */
const longQuote = 24;

/** Fields that are a choice, a number or a picture: a remark is on such a field as a whole. */
const withoutWords: ReadonlySet<string> = new Set(['phase', 'weekNumber', 'headerImageUrl']);

/** The words of a reviewed field as staff see them, of which a remark may quote some; null for a field without words. */
export function remarkText(field: string, value: unknown): string | null {
  if (withoutWords.has(field)) return null;
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value !== 'string') return null;
  return field === 'richContent' ? linesOf(value) : value;
}

/** Lines at both ends, so that the first and the last words have something around them. */
const padded = (text: string) => `\n${text}\n`;

function placesIn(text: string, quote: string) {
  const found: number[] = [];
  if (quote === '') return found;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) found.push(at);
  return found;
}

/** The number of places in a text with these words. */
export const countOf = (text: string, quote: string) => placesIn(text, quote).length;

/** How many characters directly before and after a passage are as around the quote. */
function fitOf(text: string, at: number, { quote, before, after }: Pick<Anchor, 'quote' | 'before' | 'after'>) {
  let left = 0;
  while (left < before.length && left < at && before.at(-1 - left) === text[at - 1 - left]) left += 1;
  const end = at + quote.length;
  let right = 0;
  while (right < after.length && end + right < text.length && after[right] === text[end + right]) right += 1;
  return { left, right };
}

/** The largest number up to `most` for which `holds`, which holds for all smaller ones too. */
function largest(most: number, holds: (count: number) => boolean) {
  let [from, to] = [0, most];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (holds(middle)) from = middle;
    else to = middle - 1;
  }
  return from;
}

/** Whether a part of a text stands elsewhere in it too. */
function isTwice(text: string, from: number, to: number) {
  const part = text.slice(from, to);
  return text.indexOf(part) !== from || text.includes(part, from + 1);
}

/** The anchor of the words at a place. */
export function anchorAt(text: string, { start, end }: Place): Anchor {
  const whole = padded(text);
  const [from, to] = [start + 1, end + 1];
  const commonBefore = largest(Math.min(from, maxContext), (count) => isTwice(whole, from - count, from));
  const commonAfter = largest(Math.min(whole.length - to, maxContext), (count) => isTwice(whole, to, to + count));
  const length = to - from;
  const commonStart = largest(length, (count) => isTwice(whole, from, from + count));
  const commonEnd = largest(length, (count) => isTwice(whole, to - count, to));
  return {
    quote: text.slice(start, end),
    start,
    before: whole.slice(Math.max(0, from - Math.max(usualContext, commonBefore + margin)), from),
    after: whole.slice(to, to + Math.max(usualContext, commonAfter + margin)),
    commonBefore,
    commonAfter,
    isUnmistakable: length >= longQuote && commonStart + commonEnd + margin <= length,
  };
}

/** How many of the characters on one side must fit: more than stood elsewhere too. */
const neededOf = (length: number, common: number) => common + Math.max(margin / 2, Math.min(margin, length - common));

/**
 * Finds the words of a remark in a text that may have been edited since: the passage with exactly these words that has
 * around it what stood only around them. Of several passages, one that has it on one side only must be the nearest too.
 * `gone` without such words, and `unclear` if there are some and it is not certain that they are the same.
 */
export function placeOf(text: string, anchor: Anchor): Place | 'gone' | 'unclear' {
  const whole = padded(text);
  const { quote, before, after, start, commonBefore, commonAfter, isUnmistakable } = anchor;
  const isUnique = Math.max(commonBefore, commonAfter) < maxContext;
  const starts = placesIn(whole, quote);
  if (starts.length === 0) return 'gone';
  const distanceOf = (at: number) => Math.abs(at - 1 - start);
  const nearest = Math.min(...starts.map(distanceOf));
  const fitting = starts.flatMap((at) => {
    const { left, right } = fitOf(whole, at, anchor);
    const isWhole = isUnique && left === before.length && right === after.length;
    const own = [left >= neededOf(before.length, commonBefore), right >= neededOf(after.length, commonAfter)];
    const isOne = own.some(Boolean) && distanceOf(at) === nearest;
    const fits = isWhole || own.every(Boolean) || isOne || (isUnmistakable && starts.length === 1);
    return fits ? [{ at, fit: left + right }] : [];
  });
  const [best, second] = fitting.sort((one, other) => other.fit - one.fit);
  if (!best || (second && best.fit < second.fit + margin)) return 'unclear';
  return { start: best.at - 1, end: best.at - 1 + quote.length };
}
