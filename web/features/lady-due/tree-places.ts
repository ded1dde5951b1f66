import type { CategoryTree, TrackingMode } from '#contract/lady-due.ts';
import type { TreeRowData } from '#web/features/lady-due/tree-rows.ts';

/**
 * A possible place of a record: in a mode, a category or a section, at an index from 0 among the other records there.
 */
export type Place = { parentId: string; index: number };

/** The place of a row. */
export function placeOf(row: TreeRowData, mode: TrackingMode): Place {
  const parentId = row.level === 1 ? mode : row.level === 2 ? row.category.id : row.section.id;
  return { parentId, index: row.position - 1 };
}

export const isSame = (one: Place, other: Place) => one.parentId === other.parentId && one.index === other.index;

/** The siblings at this level of a parent: a mode, a category or a section. */
export function recordsIn(
  categories: readonly CategoryTree[],
  level: TreeRowData['level'],
  parentId: string,
): readonly { id: string; displayOrder: number }[] {
  if (level === 1) return categories.filter(({ trackingMode }) => trackingMode === parentId);
  const sections = categories.flatMap((category) => category.sections);
  if (level === 3) return sections.find(({ id }) => id === parentId)?.cards ?? [];
  return categories.find(({ id }) => id === parentId)?.sections ?? [];
}

/** A tree with one record moved to another place. If that is in another mode, this tree no longer contains it. */
export function movedTree(categories: readonly CategoryTree[], row: TreeRowData, { parentId, index }: Place) {
  const placed = <R extends { id: string }>(records: readonly R[], record: R, isHere: boolean) => {
    const rest = records.filter(({ id }) => id !== record.id);
    return isHere ? [...rest.slice(0, index), record, ...rest.slice(index)] : rest;
  };
  if (row.level === 1) return placed(categories, row.record, parentId === row.record.trackingMode);
  if (row.level === 2) {
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
 * The place of a dragged row dropped between two rows: after a row of its own level, or first in a possible parent.
 * `before` is the index of the row below; `line` is the index of the row that will follow the dropped row. Undefined
 * where the row cannot go.
 */
export function dropAt(rows: readonly TreeRowData[], dragged: TreeRowData, before: number, mode: TrackingMode) {
  let at = before - 1;
  while ((rows[at]?.level ?? 0) > dragged.level) at -= 1;
  const above = rows[at];
  if (!above) return dragged.level === 1 ? { place: { parentId: mode, index: 0 }, subtitle: 0 } : undefined;
  if (above.level === dragged.level) {
    const { parentId, index } = placeOf(above, mode);
    const after = rows.findIndex(({ level }, place) => place > at && level <= dragged.level);
    const from = placeOf(dragged, mode);
    // The dragged row leaves its old place, so later siblings move up by one.
    const isBelow = from.parentId === parentId && from.index <= index;
    return { place: { parentId, index: isBelow ? index : index + 1 }, subtitle: after < 0 ? rows.length : after };
  }
  if (above.level !== dragged.level - 1 || above.level === 3) return undefined;
  const children = above.level === 1 ? above.record.sections : above.record.cards;
  const others = children.filter(({ id }) => id !== dragged.record.id);
  return { place: { parentId: above.record.id, index: above.open ? 0 : others.length }, subtitle: at + 1 };
}
