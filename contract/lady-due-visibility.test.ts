import { describe, expect, test } from 'vitest';
import { type Card, type CategoryTree, cardFields, categoryFields, sectionFields } from '#contract/lady-due.ts';
import { hiddenBecause, contentShownAt } from '#contract/lady-due-visibility.ts';
import { asSaved } from '#contract/editions.ts';

const now = '2026-11-22T10:00:00.000Z';
const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const kept = { id, version: 1, createdAt: now, updatedAt: now, createdBy: null, ...asSaved };

const treeOf = (fields: Partial<Card>): CategoryTree[] => {
  const one: Card = { ...cardFields.blank, ...kept, sectionId: id, title: 'C', ...fields };
  const held = { ...sectionFields.blank, ...kept, categoryId: id, title: 'S', cards: [one] };
  return [{ ...categoryFields.blank, ...kept, name: 'N', sections: [held] }];
};
const cardsAt = (tree: CategoryTree[], at = now) =>
  contentShownAt('PCOS', tree, at).categories.flatMap(({ sections }) => sections.flatMap(({ cards }) => cards));

describe('a card is shown when there is no reason against it', () => {
  const states = (['draft', 'published', 'scheduled'] as const).flatMap((publishStatus) =>
    [null, '2026-11-22T09:59:59.999Z', now, '2026-11-22T10:00:00.001Z'].flatMap((publishedAt) =>
      [true, false].map((isActive) => ({ publishStatus, publishedAt, isActive })),
    ),
  );

  test.each(states)('%j', (state) => {
    const tree = treeOf(state);
    const [one] = tree[0]?.sections[0]?.cards ?? [];
    const reasons = hiddenBecause(one as Card, now);
    expect(cardsAt(tree)).toHaveLength(reasons.length === 0 ? 1 : 0);
    expect(reasons.includes('inactive')).toBe(!state.isActive);
    expect(reasons.includes('draft')).toBe(state.publishStatus === 'draft');
    // A published card stays published on a device whose clock is behind that of the server.
    expect(reasons.includes('scheduled')).toBe(state.publishStatus === 'scheduled' && (state.publishedAt ?? '9') > now);
  });
});

test('a future time shows the content scheduled for it', () => {
  const tree = treeOf({ publishStatus: 'scheduled', publishedAt: '2026-11-22T10:00:01.000Z' });
  expect([cardsAt(tree).length, cardsAt(tree, '2026-11-22T10:00:01.000Z').length]).toEqual([0, 1]);
});

test('fields only for staff are left out', () => {
  const shown = contentShownAt('PCOS', treeOf({ publishStatus: 'published', publishedAt: now }), now);
  expect(shown.categories).toHaveLength(1);
  expect(JSON.stringify(shown)).not.toMatch(/createdBy|version|isActive|publishStatus/);
});
