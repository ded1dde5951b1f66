import { diffArrays } from 'diff/lib/diff/array.js';

/** Matches a word with its marks and inner apostrophes, a gap, or a run of anything else, so that emoji stay whole. */
const tokens = /\s+|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))*|[^\s\p{L}\p{N}]+/gu;

/**
 * With more differing words than this, the two texts count as completely different: a diff would be slow and no help.
 */
const maxDifferingWords = 1000;

export type Part = { text: string; differs: boolean };

/**
 * Splits two texts into parts and marks the parts with words that the other text does not have. Gaps between two marks
 * are marked too.
 */
export function differingWords(one: string, other: string): { one: Part[]; other: Part[] } {
  const changes = diffArrays(one.match(tokens) ?? [], other.match(tokens) ?? [], { maxEditLength: maxDifferingWords });
  if (!changes) return { one: joined([{ text: one, differs: true }]), other: joined([{ text: other, differs: true }]) };
  const parts = changes.map(({ value, added, removed }) => ({ text: value.join(''), added, removed }));
  const side = (left: 'added' | 'removed', own: 'added' | 'removed') =>
    joined(parts.filter((part) => !part[left]).map((part) => ({ text: part.text, differs: part[own] })));
  return { one: side('added', 'removed'), other: side('removed', 'added') };
}

/** Joins adjacent parts of one kind, and gaps between two parts that differ. */
function joined(parts: readonly Part[]) {
  const result: Part[] = [];
  for (const [at, { text, differs }] of parts.entries()) {
    const between = at > 0 && parts[at - 1]?.differs && parts[at + 1]?.differs && text.trim() === '';
    const last = result.at(-1);
    if (text === '') continue;
    if (last && last.differs === (differs || between)) last.text += text;
    else result.push({ text, differs: differs || Boolean(between) });
  }
  return result;
}
