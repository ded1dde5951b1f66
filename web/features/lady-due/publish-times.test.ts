import { expect, test } from 'vitest';
import { type Card, type CategoryTree, cardFields, categoryFields, sectionFields } from '#contract/lady-due.ts';
import { contentShownAt } from '#contract/lady-due-visibility.ts';
import { addedBy, isOutdated, publishTimesAfter, shownIds, withDrafts } from '#web/features/lady-due/publish-times.ts';

const at = (hour: number) => `2026-11-22T${hour}:00:00.000Z`;
const kept = { version: 1, createdAt: at(10), updatedAt: at(10), createdBy: null };
const idOf = (n: number) => `01890a5d-ac96-774b-bcce-b30209900${n}00`;
const aCard = (n: number, fields: Partial<Card>): Card =>
  Object.assign({}, cardFields.blank, kept, { id: idOf(n), sectionId: idOf(8), title: `Card ${n}` }, fields);
const cards = [
  aCard(1, { publishStatus: 'published', publishedAt: at(11) }),
  aCard(2, { publishStatus: 'scheduled', publishedAt: at(14) }),
  aCard(3, { publishStatus: 'scheduled', publishedAt: at(13) }),
  aCard(4, { publishStatus: 'scheduled', publishedAt: at(13) }),
  aCard(5, { publishStatus: 'scheduled', publishedAt: at(15), isActive: false }),
  aCard(6, {}),
];
const children = { ...sectionFields.blank, ...kept, id: idOf(8), categoryId: idOf(9), title: 'Held', cards };
const tree: CategoryTree[] = [{ ...categoryFields.blank, ...kept, id: idOf(9), name: 'All', sections: [children] }];
const shown = (hour: number) => contentShownAt('TRACK_PERIOD', tree, at(hour));

test('each time at which the app changes is listed once, the next one first', () => {
  expect(publishTimesAfter(tree, at(12))).toEqual([at(13), at(14)]);
  expect(publishTimesAfter(tree, at(13))).toEqual([at(14)]);
  expect(publishTimesAfter(tree, at(14))).toEqual([]);
});

test('a tree is outdated once the time of a scheduled card has passed, even of an inactive one', () => {
  expect([12, 13, 16].map((hour) => isOutdated(tree, at(hour)))).toEqual([false, true, true]);
  const alone = { ...children, cards: cards.filter(({ isActive }) => !isActive) };
  const [first] = tree;
  expect([14, 15].map((hour) => first && isOutdated([{ ...first, sections: [alone] }], at(hour)))).toEqual([
    false,
    true,
  ]);
});

test('exactly the cards added at these times are marked', () => {
  expect([...addedBy(shown(13), shown(12))]).toEqual([idOf(3), idOf(4)]);
  expect([...addedBy(shown(16), shown(12))]).toEqual([idOf(2), idOf(3), idOf(4)]);
  expect(addedBy(shown(12), shown(12)).size).toBe(0);
});

test('with drafts, the app shows the active ones in their place; scheduled and inactive cards stay hidden', () => {
  const inactive = aCard(7, { isActive: false });
  const all: CategoryTree = {
    ...categoryFields.blank,
    ...kept,
    id: idOf(9),
    sections: [{ ...children, cards: [...cards, inactive] }],
  };
  const values = withDrafts([all], at(12));
  expect(values.drafts).toEqual(new Set([idOf(6)]));
  expect(shownIds(contentShownAt('TRACK_PERIOD', values.tree, at(12)))).toEqual([idOf(1), idOf(6)]);
});
