import type { Paragraph } from '#web/lib/text-diff.ts';

/** Words of a text that a remark is on, in UTF-16 units. */
export type WordsMark = {
  /** The id of the remark. */
  id: string;
  start: number;
  end: number;
  /** The remark was chosen. */
  isChosen: boolean;
};

type Piece = { start: number; text: string; ids: string[]; isChosen: boolean };

/** Whether a mark is on a part of the text between these places. */
export const isMarked = (marks: readonly WordsMark[], from: number, to: number) =>
  marks.some(({ start, end }) => start < to && from < end);

/** Splits a part of a text, which begins at a place, at each start and end of a mark. */
export function piecesOf(text: string, at: number, marks: readonly WordsMark[]): Piece[] {
  const within = marks.flatMap(({ start, end }) => [start, end]).filter((edge) => at < edge && edge < at + text.length);
  const edges = [...new Set([at, ...within, at + text.length])].sort((one, other) => one - other);
  return edges.slice(0, -1).map((start, index) => {
    const end = edges[index + 1] ?? start;
    const over = marks.filter((mark) => mark.start <= start && end <= mark.end);
    return {
      start,
      text: text.slice(start - at, end - at),
      ids: over.map(({ id }) => id),
      isChosen: over.some(({ isChosen }) => isChosen),
    };
  });
}

/** The places in the newer text of the pieces of a comparison; undefined for removed ones and for gaps. */
export function placesInNewer(paragraphs: readonly Paragraph[], newer: string) {
  let from = 0;
  return paragraphs.map((paragraph) =>
    paragraph.map(({ text, change }) => {
      if (change === 'removed' || text.trim() === '') return undefined;
      const at = newer.indexOf(text, from);
      if (at < 0) return undefined;
      from = at + text.length;
      return at;
    }),
  );
}
