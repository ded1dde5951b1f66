import type { CategoryTree } from '#contract/lady-due.ts';
import { levels, rowsOf, type TreeRowData } from '#web/features/lady-due/tree-rows.ts';

/**
 * A possible place of a record: in a mode, a category or a section, at an index from 0 among the other records there.
 */
export type Place = { parentId: string; index: number };

/** The place of a row. */
export const placeOf = ({ parentId, position }: TreeRowData): Place => ({ parentId, index: position - 1 });

export const isSame = (one: Place, other: Place) => one.parentId === other.parentId && one.index === other.index;

/** The records of a kind in a parent: a mode, a category or a section. */
export const recordsIn = (categories: readonly CategoryTree[], kind: TreeRowData['kind'], parentId: string) =>
  rowsOf(categories).flatMap((row) => (row.kind === kind && row.parentId === parentId ? [row.record] : []));

/** A tree with one record moved to another place. If that is in another mode, this tree no longer contains it. */
export function movedTree(categories: readonly CategoryTree[], row: TreeRowData, { parentId, index }: Place) {
  const placed = <R extends { id: string }>(records: readonly R[], record: R, isHere: boolean) => {
    const rest = records.filter(({ id }) => id !== record.id);
    return isHere ? [...rest.slice(0, index), record, ...rest.slice(index)] : rest;
  };
  if (row.kind === 'category') return placed(categories, row.record, parentId === row.parentId);
  if (row.kind === 'section') {
    const moved = { ...row.record, categoryId: parentId };
    return categories.map((one) => ({ ...one, sections: placed(one.sections, moved, one.id === parentId) }));
  }
  const moved = { ...row.record, sectionId: parentId };
  return categories.map((category) => ({
    ...category,
    sections: category.sections.map((one) => ({ ...one, cards: placed(one.cards, moved, one.id === parentId) })),
  }));
}

/**
 * The place of a dragged row dropped between two rows: after a row of its own kind, or first in a possible parent.
 * `before` is the index of the row below; `line` is the index of the row that will follow the dropped row. Undefined
 * where the row cannot go.
 */
export function dropAt(rows: readonly TreeRowData[], dragged: TreeRowData, before: number) {
  const level = levels[dragged.kind];
  const isDeeper = (row: TreeRowData | undefined) => row !== undefined && levels[row.kind] > level;
  let at = before - 1;
  while (isDeeper(rows[at])) at -= 1;
  const above = rows[at];
  if (!above) return level === 1 ? { place: { parentId: dragged.parentId, index: 0 }, line: 0 } : undefined;
  if (above.kind === dragged.kind) {
    const { parentId, index } = placeOf(above);
    const after = rows.findIndex((row, place) => place > at && !isDeeper(row));
    const from = placeOf(dragged);
    // The dragged row leaves its old place, so later siblings move up by one.
    const isBelow = from.parentId === parentId && from.index <= index;
    return { place: { parentId, index: isBelow ? index : index + 1 }, line: after < 0 ? rows.length : after };
  }
  if (levels[above.kind] !== level - 1) return undefined;
  const others = above.children.filter(({ id }) => id !== dragged.record.id);
  return { place: { parentId: above.record.id, index: above.open ? 0 : others.length }, line: at + 1 };
}
