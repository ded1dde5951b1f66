import { expect, test } from 'vitest';
import { type Card, type CategoryTree, cardFields, categoryFields, sectionFields } from '#contract/lady-due.ts';
import { contentShownAt } from '#contract/lady-due-visibility.ts';
import { asSaved } from '#contract/editions.ts';
import { isOutdated } from '#web/features/lady-due/outdated.ts';
import { newBy, newsOf, publishTimesAfter, shownIds, withDrafts } from '#web/features/lady-due/publish-times.ts';

const at = (hour: number) => `2026-11-22T${hour}:00:00.000Z`;
const kept = { version: 1, createdAt: at(10), updatedAt: at(10), createdBy: null, ...asSaved };
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

test('the end of a card that the app shows is a change, that of a draft is not', () => {
  const ends = [
    aCard(1, { publishStatus: 'published', publishedAt: at(11), shownUntil: at(13) }),
    aCard(2, { shownUntil: at(14) }),
  ];
  const of: CategoryTree[] = [
    { ...categoryFields.blank, ...kept, id: idOf(9), sections: [{ ...children, cards: ends }] },
  ];
  const inApp = (hour: number) => contentShownAt('TRACK_PERIOD', of, at(hour));
  expect(publishTimesAfter(of, at(12))).toEqual([at(13)]);
  expect([shownIds(inApp(12)), shownIds(inApp(13))]).toEqual([[idOf(1)], []]);
  expect(newsOf(inApp(13), inApp(12))).toBe('1 card fewer');
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

test('exactly the cards that are added or reworded at these times are marked and counted', () => {
  expect([...newBy(shown(13), shown(12))]).toEqual([idOf(3), idOf(4)]);
  expect([...newBy(shown(16), shown(12))]).toEqual([idOf(2), idOf(3), idOf(4)]);
  expect([newBy(shown(12), shown(12)).size, newsOf(shown(12), shown(12))]).toEqual([
    0,
    'Nothing will have changed by then',
  ]);
  const reworded = structuredClone(shown(13));
  for (const { sections } of reworded.categories)
    for (const section of sections) for (const card of section.cards) if (card.id === idOf(1)) card.updatedAt = at(13);
  expect([...newBy(reworded, shown(12))].toSorted()).toEqual([idOf(1), idOf(3), idOf(4)]);
  expect(newsOf(reworded, shown(12))).toBe('2 cards more than now, 1 card with new words');
});

test('new words of an active card count as a change at their time, and as a draft until then', () => {
  const words = { publishStatus: 'published', publishedAt: at(11), next: { from: at(13) } } as const;
  const of = (card: Card): CategoryTree[] => [
    { ...categoryFields.blank, ...kept, id: idOf(9), sections: [{ ...children, cards: [card] }] },
  ];
  expect(publishTimesAfter(of(aCard(1, words)), at(12))).toEqual([at(13)]);
  expect(publishTimesAfter(of(aCard(1, words)), at(13))).toEqual([]);
  expect(publishTimesAfter(of(aCard(1, { ...words, isActive: false })), at(12))).toEqual([]);
  expect([12, 13].map((hour) => isOutdated(of(aCard(1, words)), at(hour)))).toEqual([false, true]);
  expect(withDrafts(of(aCard(1, words)), at(12)).drafts).toEqual(new Set([idOf(1)]));
  expect(withDrafts(of(aCard(1, { ...words, next: null, hasChanges: true })), at(12)).drafts.size).toBe(1);
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
