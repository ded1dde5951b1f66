import type { Mark, MarkedPlace } from '#contract/mark.ts';
import { markText } from '#web/lib/mark-text.ts';

type Part = {
  /** Where it begins in the text. */
  start: number;
  text: string;
  marks: Mark[];
  /** It belongs to what a search finds. */
  found: boolean;
};

/** Where a search finds `term` in a text. */
function placesOf(content: string, term: string) {
  let end = 0;
  return markText(content, term).flatMap(({ text, marked }) => {
    const start = end;
    end += text.length;
    return marked ? [{ start, end }] : [];
  });
}

/** A text in parts: one ends wherever a mark, or what a search finds, begins or ends. */
export function partsOf(content: string, marks: readonly MarkedPlace[], term: string): Part[] {
  const found = placesOf(content, term);
  const edges = new Set([0, content.length, ...[...marks, ...found].flatMap(({ start, end }) => [start, end])]);
  const sorted = [...edges].sort((one, other) => one - other);
  return sorted.slice(0, -1).map((start, at) => {
    const isOver = (place: { start: number; end: number }) => place.start <= start && start < place.end;
    return {
      start,
      text: content.slice(start, sorted[at + 1]),
      marks: marks.filter(isOver).map(({ mark }) => mark),
      found: found.some(isOver),
    };
  });
}
