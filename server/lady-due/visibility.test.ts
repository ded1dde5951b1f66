import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Card, Category, CategoryTree, Section, ShownMode } from '#contract/lady-due.ts';
import { hiddenBecause } from '#contract/lady-due-visibility.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { send } from '#tests/desk/send.ts';
import { expectDone } from '#tests/desk/caller.ts';

let app: TestDesk;
beforeAll(async () => {
  app = await testDesk();
});
afterAll(() => app.close());

const at = '/admin/lady-due';

test('for every combination of status, time and activity, screen, content and counts agree', async () => {
  const { staff } = app;
  const category = await staff.make<Category>(`${at}/categories`, { name: 'A', trackingMode: 'PCOS' });
  const section = await staff.make<Section>(`${at}/sections`, { categoryId: category.id, title: 'B' });
  const scheduled = { publishStatus: 'scheduled', publishedAt: new Date(Date.now() + 3_600_000).toISOString() };
  const states = [
    { title: 'Draft', publishStatus: 'draft' },
    { title: 'Published', publishStatus: 'published' },
    { title: 'Published, no time', publishStatus: 'published' },
    { title: 'To come', ...scheduled },
    { title: 'Come', ...scheduled },
    { title: 'Scheduled, no time', ...scheduled },
  ].flatMap((state) => [true, false].map((isActive) => Object.assign({ isActive, sectionId: section.id }, state)));
  for (const state of states) await staff.make<Card>(`${at}/cards`, state);
  await app.database.pool.query(`UPDATE cards
    SET published_at = CASE WHEN title = 'Come' THEN now() - interval '1 hour' END WHERE title ~ '^Come|no time'`);
  const tree = expectDone(await staff.get(`${at}/categories?trackingMode=PCOS`)) as { categories: CategoryTree[] };
  const cards = tree.categories.flatMap(({ sections }) => sections.flatMap((one) => one.cards));
  const reasons = cards.map((card) => hiddenBecause(card, new Date().toISOString()));
  const count = (reason: string) => reasons.flat().filter((one) => one === reason).length;
  const hidden = { inactive: count('inactive'), draft: count('draft'), scheduled: count('scheduled') };
  expect(hidden).toEqual({ inactive: 6, draft: 2, scheduled: 4 });
  const move = { ids: cards.map(({ id }) => id), action: 'move', sectionId: section.id };
  expect(expectDone(await staff.post(`${at}/cards/bulk`, move))).toMatchObject({ hidden });

  const shown = (await send(app.url, '/content/v1/lady-due/PCOS')).json as ShownMode;
  const titles = shown.categories.flatMap(({ sections }) => sections.flatMap((one) => one.cards.map((c) => c.title)));
  expect(titles).toEqual(['Published', 'Published, no time', 'Come']);
  expect(cards.filter((_, index) => reasons[index]?.length === 0).map(({ title }) => title)).toEqual(titles);
  expect(expectDone(await staff.get(`${at}/analytics`))).toMatchObject({
    inApp: { PCOS: titles.length },
    contentPerformance: {
      publishDistribution: { published: titles.length, scheduled: 2, draft: 1, inactive: 6 },
      scheduledNext: [{ title: 'To come' }],
    },
  });
});
