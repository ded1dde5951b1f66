import { diffArrays } from 'diff/lib/diff/array.js';

/**
 * Matches a word with its accents and inner apostrophes, a run of spaces, or a run of anything else, so that emoji stay
 * whole.
 */
const token = /\s+|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))*|[^\s\p{L}\p{N}]+/gu;

/**
 * With more differing words than this, the two texts count as completely different: a diff would be slow and useless.
 */
export const maxDifferingWords = 1000;

/** The words of a text, and the text between them. */
export const tokensOf = (text: string): string[] => text.match(token) ?? [];

export type DiffPart = { text: string; differs: boolean };

/**
 * Splits a text into parts and marks those with words that the other text lacks. Spaces between two marks are marked
 * too.
 */
export function differingWords(text: string, other: string): DiffPart[] {
  const changes = diffArrays(tokensOf(text), tokensOf(other), { maxEditLength: maxDifferingWords });
  if (!changes) return joined([{ text, differs: true }]);
  const own = changes.filter(({ added }) => !added);
  return joined(own.map(({ value, removed }) => ({ text: value.join(''), differs: removed })));
}

/** Joins adjacent parts of one kind, and spaces between two differing parts. */
function joined(parts: readonly DiffPart[]) {
  const result: DiffPart[] = [];
  for (const [at, { text, differs }] of parts.entries()) {
    const between = at > 0 && parts[at - 1]?.differs && parts[at + 1]?.differs && text.trim() === '';
    const last = result.at(-1);
    if (text === '') continue;
    if (last && last.differs === (differs || between)) last.text += text;
    else result.push({ text, differs: differs || Boolean(between) });
  }
  return result;
}
