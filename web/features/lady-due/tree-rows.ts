import type { Card, CategoryTree } from '#contract/lady-due.ts';
import { cardsIn } from '#web/features/lady-due/filter-tree.ts';

type SectionTree = CategoryTree['sections'][number];

/** A row of the tree; an open row is followed by its children. */
export type TreeRowData = {
  /** The id of the category or section that contains the record; for a category, the mode. */
  parentId: string;
  /** The place within the parent, from 1. */
  position: number;
  /** The number of records in the parent. */
  count: number;
  open: boolean;
  children: readonly (SectionTree | Card)[];
  /** The cards in the record; of a card, itself. */
  cards: readonly Card[];
} & (
  | { kind: 'category'; record: CategoryTree }
  | { kind: 'section'; record: SectionTree }
  | { kind: 'card'; record: Card }
);

export type TreeKind = TreeRowData['kind'];

/** The level of each kind in the tree, from 1. */
export const levels = { category: 1, section: 2, card: 3 } as const;

export const titleOf = ({ record }: TreeRowData) => ('name' in record ? record.name : record.title);

/** The rows of a tree from the top down; of an open record, also those of its children. Left out: all are open. */
export function rowsOf(categories: readonly CategoryTree[], isOpen = (_id: string) => true): TreeRowData[] {
  const rows: TreeRowData[] = [];
  for (const [at, category] of categories.entries()) {
    const { id: categoryId, sections: children, trackingMode: parentId } = category;
    const place = { parentId, position: at + 1, count: categories.length, open: isOpen(categoryId) };
    rows.push({ kind: 'category', record: category, ...place, children, cards: cardsIn([category]) });
    for (const [index, section] of place.open ? children.entries() : []) {
      const { id, cards } = section;
      const own = { parentId: categoryId, position: index + 1, count: children.length, open: isOpen(id) };
      rows.push({ kind: 'section', record: section, ...own, children: cards, cards });
      for (const [last, card] of own.open ? cards.entries() : []) {
        const leaf = { parentId: id, position: last + 1, count: cards.length, open: false };
        rows.push({ kind: 'card', record: card, ...leaf, children: [], cards: [card] });
      }
    }
  }
  return rows;
}

/** Trees of up to this many cards are fully open until a row is closed; in larger ones the sections are closed. */
const maxOpen = 100;

const key = (id: string) => id.slice(-6);

/** Ids as the address has them: the last six characters of each, concatenated. */
export const keysOf = (ids: Iterable<string>) => [...ids].map(key).join('');

/** The ids that the keys in the address refer to. */
export function idsFromKeys(all: readonly string[], keys: string) {
  const wanted = new Set(keys.match(/.{6}/g) ?? []);
  return new Set(all.filter((id) => wanted.has(key(id))));
}

/** The open rows, from the address. Left out: they depend on the number of cards. */
export function openIds(categories: readonly CategoryTree[], open: string | undefined): ReadonlySet<string> {
  const all = categories.flatMap(({ id, sections }) => [id, ...sections.map((section) => section.id)]);
  if (open !== undefined) return idsFromKeys(all, open);
  return new Set(cardsIn(categories).length > maxOpen ? categories.map(({ id }) => id) : all);
}

/** The new value for the address after a row was opened or closed. */
export function toggled(open: ReadonlySet<string>, id: string): string {
  const next = new Set(open);
  if (!next.delete(id)) next.add(id);
  return keysOf(next);
}
