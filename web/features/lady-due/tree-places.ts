import type { CategoryTree, TrackingMode } from '#contract/lady-due.ts';
import type { TreeRow } from '#web/features/lady-due/tree-rows.ts';

/** Where a thing can stand: in a mode, a category or a section, at an index from 0 among the others that are there. */
export type Place = { parentId: string; index: number };

/** Where a row stands. */
export function placeOf(row: TreeRow, mode: TrackingMode): Place {
  const parentId = row.level === 1 ? mode : row.level === 2 ? row.category.id : row.section.id;
  return { parentId, index: row.position - 1 };
}

export const isSame = (one: Place, other: Place) => one.parentId === other.parentId && one.index === other.index;

/** The things that stand where a thing of this level can stand: in a mode, a category or a section. */
export function thingsIn(
  categories: readonly CategoryTree[],
  level: TreeRow['level'],
  parentId: string,
): readonly { id: string; displayOrder: number }[] {
  if (level === 1) return categories.filter(({ trackingMode }) => trackingMode === parentId);
  const sections = categories.flatMap((category) => category.sections);
  if (level === 3) return sections.find(({ id }) => id === parentId)?.cards ?? [];
  return categories.find(({ id }) => id === parentId)?.sections ?? [];
}

/** A tree with one of its things in another place. Where that is in another mode, it is gone from this one. */
export function movedTree(categories: readonly CategoryTree[], row: TreeRow, { parentId, index }: Place) {
  const placed = <Thing extends { id: string }>(things: readonly Thing[], thing: Thing, isHere: boolean) => {
    const rest = things.filter(({ id }) => id !== thing.id);
    return isHere ? [...rest.slice(0, index), thing, ...rest.slice(index)] : rest;
  };
  if (row.level === 1) return placed(categories, row.thing, parentId === row.thing.trackingMode);
  if (row.level === 2) {
    const moved = { ...row.thing, categoryId: parentId };
    return categories.map((one) => ({ ...one, sections: placed(one.sections, moved, one.id === parentId) }));
  }
  const moved = { ...row.thing, sectionId: parentId };
  return categories.map((category) => ({
    ...category,
    sections: category.sections.map((one) => ({ ...one, cards: placed(one.cards, moved, one.id === parentId) })),
  }));
}

/**
 * Where a dragged row goes when it is dropped between two rows: after a row of its own level, or first in what can hold it.
 * `before` is the index of the row below, `line` that of the row above which it would come to stand. Undefined where it cannot
 * stand.
 */
export function dropAt(rows: readonly TreeRow[], dragged: TreeRow, before: number, mode: TrackingMode) {
  let at = before - 1;
  while ((rows[at]?.level ?? 0) > dragged.level) at -= 1;
  const above = rows[at];
  if (!above) return dragged.level === 1 ? { place: { parentId: mode, index: 0 }, line: 0 } : undefined;
  if (above.level === dragged.level) {
    const { parentId, index } = placeOf(above, mode);
    const after = rows.findIndex(({ level }, place) => place > at && level <= dragged.level);
    const from = placeOf(dragged, mode);
    // It leaves its own place.
    const isBelow = from.parentId === parentId && from.index <= index;
    return { place: { parentId, index: isBelow ? index : index + 1 }, line: after < 0 ? rows.length : after };
  }
  if (above.level !== dragged.level - 1 || above.level === 3) return undefined;
  const held = above.level === 1 ? above.thing.sections : above.thing.cards;
  const others = held.filter(({ id }) => id !== dragged.thing.id);
  return { place: { parentId: above.thing.id, index: above.open ? 0 : others.length }, line: at + 1 };
}
