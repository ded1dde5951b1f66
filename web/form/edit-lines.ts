import { moveItem } from '#web/lib/move-item.ts';

/** Lines, and the caret: the index of the line and the offset in it, from 0. */
export type EditedLines = { lines: string[]; at: number; place: number };

/** The non-empty lines, trimmed. */
export const tidyLines = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '');

/** Replaces `count` lines, from index `at` on, with others. */
export const spliced = (lines: readonly string[], at: number, count: number, ...others: readonly string[]) => [
  ...lines.slice(0, at),
  ...others,
  ...lines.slice(at + count),
];

/** Splits a line at the caret, dropping the selection; the rest becomes the next line. */
export function split(lines: readonly string[], at: number, from: number, to: number): EditedLines {
  const line = lines[at] ?? '';
  return { lines: spliced(lines, at, 1, line.slice(0, from), line.slice(to)), at: at + 1, place: 0 };
}

/** Appends a line to the previous one; undefined for the first. */
export function joined(lines: readonly string[], at: number): EditedLines | undefined {
  const before = lines[at - 1];
  if (before === undefined) return undefined;
  return { lines: spliced(lines, at - 1, 2, before + (lines[at] ?? '')), at: at - 1, place: before.length };
}

/** Moves a line to another index; the last line, which is empty, stays last. */
export function moved(lines: readonly string[], at: number, to: number, place: number): EditedLines {
  const last = lines.length - 1;
  if (at === last || to < 0 || to >= last) return { lines: [...lines], at, place };
  return { lines: moveItem(lines, at, to), at: to, place };
}

/** The marker before a line of a copied list: a dot, a dash, a number. */
const mark = /^\s*(?:[•·▪◦*–-]|\d{1,3}[.)])\s+/;

/** Replaces the selection with a copied text of several lines; undefined for a single line. */
export function pasted(
  lines: readonly string[],
  at: number,
  from: number,
  to: number,
  text: string,
): EditedLines | undefined {
  const copied = tidyLines(text.split(/[\r\n\u2028\u2029]+/).map((line) => line.replace(mark, '')));
  const [first = '', ...others] = copied;
  if (others.length === 0) return undefined;
  const line = lines[at] ?? '';
  const last = others.pop() ?? '';
  return {
    lines: spliced(lines, at, 1, line.slice(0, from) + first, ...others, last + line.slice(to)),
    at: at + copied.length - 1,
    place: last.length,
  };
}
