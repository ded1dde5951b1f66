import { expect, test } from 'vitest';
import { type CategoryTree, cardFields, categoryFields, sectionFields } from '#contract/lady-due.ts';
import { dropAt, movedTree, placeOf, recordsIn } from '#web/features/lady-due/tree-places.ts';
import { type TreeRowData, rowsOf } from '#web/features/lady-due/tree-rows.ts';
import { asSaved } from '#contract/editions.ts';

const kept = { version: 1, createdAt: '', updatedAt: '', createdBy: null, ...asSaved };
const aSection = (id: string, ...cards: string[]) => ({
  ...sectionFields.blank,
  ...kept,
  id,
  title: id,
  displayOrder: 0,
  cards: cards.map((one) =>
    Object.assign({}, cardFields.blank, kept, { id: one, title: one, sectionId: id, displayOrder: 0 }),
  ),
});
const aCategory = (id: string, ...sections: CategoryTree['sections']): CategoryTree => ({
  ...categoryFields.blank,
  ...kept,
  id,
  name: id,
  trackingMode: 'PCOS',
  displayOrder: 0,
  sections: sections.map((one) => Object.assign(one, { categoryId: id })),
});
const tree = [
  aCategory('A', aSection('Aa', '1', '2', '3'), aSection('Ab', '4')),
  aCategory('B', aSection('Ba'), aSection('Bb', '5')),
];
/** Everything is open except the section Bb. The rows are A Aa 1 2 3 Ab 4 B Ba Bb. */
const rows = rowsOf(tree, (id) => id !== 'Bb');
const row = (id: string) => rows.find(({ record }) => record.id === id) as TreeRowData;
const indexOf = (id: string) => rows.indexOf(row(id));
const outline = (categories: readonly CategoryTree[]) => {
  const children = ({ id, cards }: CategoryTree['sections'][number]) => `${id}:${cards.map((one) => one.id).join('')}`;
  return categories.map(({ id, sections }) => `${id}(${sections.map(children).join(',')})`).join(' ');
};

test.each([
  ['a card goes down in its section', '1', '3', 'A(Aa:213,Ab:4) B(Ba:,Bb:5)'],
  ['a card goes up in its section', '3', '1', 'A(Aa:312,Ab:4) B(Ba:,Bb:5)'],
  ['a card stays', '2', '3', 'A(Aa:123,Ab:4) B(Ba:,Bb:5)'],
  ['a card goes to the end of another section', '2', 'B', 'A(Aa:13,Ab:42) B(Ba:,Bb:5)'],
  ['a card goes into an empty section', '2', 'Bb', 'A(Aa:13,Ab:4) B(Ba:2,Bb:5)'],
  ['a card goes to the end of a closed section', '2', undefined, 'A(Aa:13,Ab:4) B(Ba:,Bb:52)'],
  ['a section goes to another category', 'Aa', 'Bb', 'A(Ab:4) B(Ba:,Aa:123,Bb:5)'],
  ['a section comes first in a category', 'Ab', 'Ba', 'A(Aa:123) B(Ab:4,Ba:,Bb:5)'],
  ['a section is dropped among its own cards', 'Aa', '3', 'A(Aa:123,Ab:4) B(Ba:,Bb:5)'],
  ['a category comes first', 'B', 'A', 'B(Ba:,Bb:5) A(Aa:123,Ab:4)'],
  ['a category comes last', 'A', undefined, 'B(Ba:,Bb:5) A(Aa:123,Ab:4)'],
])('%s', (_, dragged, before, expected) => {
  const found = dropAt(rows, row(dragged), before ? indexOf(before) : rows.length);
  expect(outline(movedTree(tree, row(dragged), found?.place ?? { parentId: '', index: 0 }))).toBe(expected);
});

test('the line is at the drop position, and absent where the row cannot go', () => {
  const lineAt = (dragged: string, before: number) => dropAt(rows, row(dragged), before)?.line;
  expect(lineAt('Aa', indexOf('4'))).toBe(indexOf('B'));
  expect(lineAt('A', indexOf('Ba'))).toBe(rows.length);
  expect([lineAt('1', 0), lineAt('1', indexOf('Aa')), lineAt('Aa', 0)]).toEqual([undefined, undefined, undefined]);
});

test('a record moved to another mode disappears from this one', () => {
  const elsewhere = { parentId: 'TRACK_PERIOD', index: 0 };
  expect(outline(movedTree(tree, row('Ab'), elsewhere))).toBe('A(Aa:123) B(Ba:,Bb:5)');
  const without = movedTree(tree, row('A'), elsewhere);
  expect([outline(without), recordsIn(without, 'category', 'TRACK_PERIOD')]).toEqual(['B(Ba:,Bb:5)', []]);
});

test('the records in a parent are found by their kind', () => {
  expect(placeOf(row('4'))).toEqual({ parentId: 'Ab', index: 0 });
  const ids = (kind: TreeRowData['kind'], parentId: string) => recordsIn(tree, kind, parentId).map(({ id }) => id);
  expect([ids('category', 'PCOS'), ids('section', 'B'), ids('card', 'Aa'), ids('card', 'gone')]).toEqual([
    ['A', 'B'],
    ['Ba', 'Bb'],
    ['1', '2', '3'],
    [],
  ]);
});
