import { expect, test } from 'vitest';
import { type CategoryTree, type TrackingMode, cardFields } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { loadDemo } from '#server/run/demo.ts';
import { listTree } from '#server/lady-due/tree.ts';
import { sanitizeRichText } from '#server/rich-text/sanitize.ts';
import { testDatabase } from '#tests/database/database.ts';

const cardsOf = (tree: CategoryTree[]) => tree.flatMap(({ sections }) => sections.flatMap(({ cards }) => cards));

test('every mode is filled, with cards in each state; a large tree stands in the first mode', async () => {
  const database = await testDatabase();
  await loadDemo(database, 1);
  for (const mode of Object.keys(trackingModes) as TrackingMode[]) {
    const cards = cardsOf(await listTree(database.db, mode));
    expect(cards.length, mode).toBeGreaterThan(3);
    for (const card of cards) {
      expect(sanitizeRichText(card.richContent), card.title).toBe(card.richContent);
      const given = Object.fromEntries(Object.entries(card).filter(([name]) => name in cardFields.Input.shape));
      expect(cardFields.Input.parse(given)).toEqual(given);
    }
  }
  const all = cardsOf(await listTree(database.db));
  expect(all).toHaveLength(120);
  expect(new Set(all.map(({ publishStatus }) => publishStatus))).toEqual(new Set(['draft', 'published', 'scheduled']));
  expect(new Set(all.map(({ isActive }) => isActive))).toEqual(new Set([true, false]));

  await database.pool.query('TRUNCATE categories CASCADE');
  await loadDemo(database, 1, { cards: 2000 });
  expect(cardsOf(await listTree(database.db))).toHaveLength(2000);
  const large = await listTree(database.db, 'TRACK_PERIOD');
  expect(cardsOf(large).length).toBeGreaterThan(1800);
  // When there is a category, nothing is added.
  await loadDemo(database, 1);
  expect(cardsOf(await listTree(database.db))).toHaveLength(2000);
  await database.close();
});
