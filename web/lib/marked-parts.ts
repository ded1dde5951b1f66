import type { CoveredPlace, Mark, MarkedPlace } from '#contract/mark.ts';
import { markText } from '#web/lib/mark-text.ts';

type Part = {
  /** The offset in the text. */
  start: number;
  text: string;
  marks: Mark[];
  /** The app shows blocks instead. */
  covered: boolean;
  /** Part of a search match. */
  found: boolean;
};

/** The matches of `term` in a text. */
function placesOf(content: string, term: string) {
  let end = 0;
  return markText(content, term).flatMap(({ text, marked }) => {
    const start = end;
    end += text.length;
    return marked ? [{ start, end }] : [];
  });
}

/** Splits a text at each start and end of a mark, a covered place or a search match. */
export function partsOf(
  content: string,
  marks: readonly MarkedPlace[],
  term: string,
  covered: readonly CoveredPlace[] = [],
): Part[] {
  const found = placesOf(content, term);
  const edges = new Set([
    0,
    content.length,
    ...[...marks, ...covered, ...found].flatMap(({ start, end }) => [start, end]),
  ]);
  const sorted = [...edges].sort((one, other) => one - other);
  return sorted.slice(0, -1).map((start, at) => {
    const isOver = (place: { start: number; end: number }) => place.start <= start && start < place.end;
    return {
      start,
      text: content.slice(start, sorted[at + 1]),
      marks: marks.filter(isOver).map(({ mark }) => mark),
      covered: covered.some(isOver),
      found: found.some(isOver),
    };
  });
}
