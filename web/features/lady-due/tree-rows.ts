import type { Card, CategoryTree } from '#contract/lady-due.ts';
import { cardsIn } from '#web/features/lady-due/filter-tree.ts';

type SectionTree = CategoryTree['sections'][number];
type Place = { position: number; count: number };

/** A row of the tree; an open row is followed by its children. */
export type TreeRowData = Place &
  (
    | { level: 1; record: CategoryTree; open: boolean }
    | { level: 2; record: SectionTree; open: boolean; category: CategoryTree }
    | { level: 3; record: Card; section: SectionTree }
  );

export const titleOf = (row: TreeRowData) => (row.level === 1 ? row.record.name : row.record.title);

/** The rows of a tree from the top down. `position` is the place within the parent, from 1. */
export function rowsOf(categories: readonly CategoryTree[], isOpen: (id: string) => boolean): TreeRowData[] {
  const rows: TreeRowData[] = [];
  for (const [at, category] of categories.entries()) {
    const open = isOpen(category.id);
    rows.push({ level: 1, record: category, open, position: at + 1, count: categories.length });
    for (const [place, section] of open ? category.sections.entries() : []) {
      const shown = isOpen(section.id);
      const { length: count } = category.sections;
      rows.push({ level: 2, record: section, open: shown, category, position: place + 1, count });
      for (const [index, card] of shown ? section.cards.entries() : []) {
        rows.push({ level: 3, record: card, section, position: index + 1, count: section.cards.length });
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
