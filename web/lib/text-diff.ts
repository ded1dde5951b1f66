import { diffArrays } from 'diff/lib/diff/array.js';
import { maxDifferingWords, tokensOf } from '#web/lib/word-diff.ts';

/** A piece of text that is unchanged, removed from the older text, or added in the newer one. */
type Piece = { text: string; change: 'same' | 'removed' | 'added' };

/** A paragraph of two texts shown as one. */
export type Paragraph = readonly Piece[];

export const isUnchanged = (paragraph: Paragraph) => paragraph.every(({ change }) => change === 'same');

/** Two short lines are shown side by side when one replaced the other. In characters. */
const shortLine = 40;

/** With more replaced paragraphs than this in one place, edits are no longer detected, because that would be slow. */
const maxReplaced = 100;

const removed = (text: string): Piece => ({ text, change: 'removed' });
const added = (text: string): Piece => ({ text, change: 'added' });

const paragraphsOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

/** A paragraph with its set of words. */
const withWords = (text: string) => ({
  text,
  words: new Set(tokensOf(text).filter((token) => /[\p{L}\p{N}]/u.test(token))),
});
type WithWords = ReturnType<typeof withWords>;

/** Whether two paragraphs share more than half of their words, so that one is an edit of the other. */
function isEditOf({ words }: WithWords, other: WithWords) {
  const shared = [...words].filter((word) => other.words.has(word)).length;
  return shared * 2 > Math.max(words.size, other.words.size);
}

/**
 * Shows two texts as one, by paragraph: common paragraphs, those only in the older text, and those only in the newer
 * one. Edited paragraphs are compared word by word. `whole` replaces the text as a whole, such as a number.
 */
export function compareTexts(older: string, newer: string, whole = false): Paragraph[] {
  const [before, after] = [paragraphsOf(older), paragraphsOf(newer)];
  const steps = diffArrays(before, after, { maxEditLength: maxDifferingWords });
  if (!steps || (whole && older !== newer)) return replaced(before, after);
  const paragraphs: Paragraph[] = [];
  let [gone, come]: [string[], string[]] = [[], []];
  const settle = () => {
    paragraphs.push(...edited(gone, come));
    [gone, come] = [[], []];
  };
  for (const step of steps) {
    if (step.removed) gone = step.value;
    else if (step.added) come = step.value;
    else {
      settle();
      paragraphs.push(...step.value.map((text): Paragraph => [{ text, change: 'same' }]));
    }
  }
  settle();
  return paragraphs;
}

/**
 * Compares replaced paragraphs: those that are edits of each other, in their order, and the others as removed or added.
 */
function edited(before: string[], after: string[]): Paragraph[] {
  const steps = diffArrays(before.map(withWords), after.map(withWords), {
    comparator: isEditOf,
    maxEditLength: maxReplaced,
  });
  if (!steps) return replaced(before, after);
  const paragraphs: Paragraph[] = [];
  let from = 0;
  let gone: string[] = [];
  for (const step of steps) {
    const texts = step.value.map(({ text }) => text);
    if (step.removed) {
      gone = texts;
      from += texts.length;
      continue;
    }
    paragraphs.push(...replaced(gone, step.added ? texts : []));
    gone = [];
    if (!step.added) paragraphs.push(...texts.map((text) => comparedWords(before[from++] ?? '', text)));
  }
  return [...paragraphs, ...replaced(gone, [])];
}

function replaced(before: readonly string[], after: readonly string[]): Paragraph[] {
  const [older = '', newer = ''] = [before[0], after[0]];
  const isShort = before.length === 1 && after.length === 1 && older.length + newer.length <= shortLine;
  if (isShort) return [[removed(older), { text: ' ', change: 'same' }, added(newer)]];
  return [...before.map((text) => [removed(text)]), ...after.map((text) => [added(text)])];
}

/** Two paragraphs as one, word by word. A space between two changes belongs to both, so that they read as one. */
function comparedWords(older: string, newer: string): Paragraph {
  const steps = diffArrays(tokensOf(older), tokensOf(newer), { maxEditLength: maxDifferingWords });
  if (!steps) return [removed(older), { text: ' ', change: 'same' }, added(newer)];
  const pieces: Piece[] = [];
  let [gone, come] = ['', ''];
  const settle = () => {
    const isGap = [gone, come].every((text) => text.trim() === '');
    // A space at the end of both is unchanged.
    const end = !isGap && /\s$/.test(gone) && gone.at(-1) === come.at(-1) ? 1 : 0;
    const changed = [removed(gone.slice(0, gone.length - end)), added(come.slice(0, come.length - end))];
    pieces.push(...changed.filter(({ text }) => text !== '' && (isGap || text.trim() !== '')));
    if (end > 0) pieces.push({ text: gone.slice(-end), change: 'same' });
    [gone, come] = ['', ''];
  };
  for (const [at, step] of steps.entries()) {
    const text = step.value.join('');
    const isBetween = gone + come !== '' && text.trim() === '' && at < steps.length - 1;
    if (!step.added && !step.removed && !isBetween) {
      settle();
      pieces.push({ text, change: 'same' });
    } else {
      if (!step.added) gone += text;
      if (!step.removed) come += text;
    }
  }
  settle();
  return pieces;
}
