import { expect, test } from 'vitest';
import { type CategoryTree, cardFields, categoryFields, sectionFields } from '#contract/lady-due.ts';
import { idsFromKeys, keysOf, openIds, rowsOf, toggled } from '#web/features/lady-due/tree-rows.ts';
import { asSaved } from '#contract/editions.ts';

const kept = { version: 1, createdAt: '', updatedAt: '', createdBy: null, ...asSaved };
const idOf = (n: number) => `01890a5d-ac96-774b-bcce-b30209${String(n).padStart(6, '0')}`;
const aCard = (n: number) => ({ ...cardFields.blank, ...kept, id: idOf(n), title: `Card ${n}` });
const aSection = (n: number) => ({
  ...sectionFields.blank,
  ...kept,
  id: idOf(n),
  title: `Section ${n}`,
  cards: [aCard(n * 10 + 1), aCard(n * 10 + 2)],
});
const aCategory = (n: number): CategoryTree => ({
  ...categoryFields.blank,
  ...kept,
  id: idOf(n),
  name: `Category ${n}`,
  sections: [aSection(n * 10 + 1), aSection(n * 10 + 2)],
});
const tree = [aCategory(1), aCategory(2)];

const shown = (open: string | undefined) => {
  const ids = openIds(tree, open);
  return rowsOf(tree, (id) => ids.has(id)).map(({ kind, position, count }) => `${kind}: ${position} of ${count}`);
};

test('a small tree is fully open at first, in a large one the sections are closed', () => {
  expect(shown(undefined)).toHaveLength(14);
  const children = tree[0]?.sections[0];
  const large = [
    { ...tree[0], sections: [{ ...children, cards: Array.from({ length: 101 }, () => children?.cards[0]) }] },
  ];
  expect(openIds(large as CategoryTree[], undefined)).toEqual(new Set([idOf(1)]));
});

test('an open row shows its children, with the place of each in its parent', () => {
  expect(shown('')).toEqual(['category: 1 of 2', 'category: 2 of 2']);
  expect(shown('000001000012')).toEqual([
    'category: 1 of 2',
    'section: 1 of 2',
    'section: 2 of 2',
    'card: 1 of 2',
    'card: 2 of 2',
    'category: 2 of 2',
  ]);
});

test('toggling a row twice restores the address', () => {
  const open = openIds(tree, '000001');
  const next = toggled(open, idOf(12));
  expect(next).toBe('000001000012');
  expect(toggled(openIds(tree, next), idOf(12))).toBe('000001');
  expect(toggled(open, idOf(1))).toBe('');
});

test('the address has the ends of the ids, in any order', () => {
  const keys = keysOf([idOf(12), idOf(1)]);
  expect(keys).toBe('000012000001');
  expect(idsFromKeys([idOf(1), idOf(2), idOf(12)], keys)).toEqual(new Set([idOf(1), idOf(12)]));
});
