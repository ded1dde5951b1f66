import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Card, Category, CategoryTree, Section, ShownMode } from '#contract/lady-due.ts';
import { hiddenBecause } from '#contract/lady-due-visibility.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const at = '/admin/lady-due';

test('for every combination of reasons, the status of a card matches the content of the app', async () => {
  const staff = caller(app.url, await newBearer(app));
  const category = await staff.make<Category>(`${at}/categories`, { name: 'A', trackingMode: 'PCOS' });
  const section = await staff.make<Section>(`${at}/sections`, { categoryId: category.id, title: 'B' });
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const states = [
    { publishStatus: 'draft' },
    { publishStatus: 'published' },
    { publishStatus: 'scheduled', publishedAt: soon, title: 'To come' },
    { publishStatus: 'scheduled', publishedAt: soon, title: 'Come' },
  ].flatMap((state) => [true, false].map((isActive) => Object.assign({ title: 'C', isActive }, state)));
  for (const state of states) await staff.make<Card>(`${at}/cards`, { sectionId: section.id, ...state });
  await app.database.pool.query("UPDATE cards SET published_at = now() - interval '1 hour' WHERE title = 'Come'");
  const { categories } = expectDone(await staff.get(`${at}/categories?trackingMode=PCOS`)) as {
    categories: CategoryTree[];
  };
  const cards = categories.flatMap(({ sections }) => sections.flatMap((one) => one.cards));
  expect(cards).toHaveLength(states.length);
  const said = cards.filter((card) => hiddenBecause(card, new Date().toISOString()).length === 0);
  const { categories: shown } = (await send(app.url, '/content/v1/lady-due/PCOS')).json as ShownMode;
  const got = shown.flatMap(({ sections }) => sections.flatMap((one) => one.cards));
  expect(got.map(({ id }) => id)).toEqual(said.map(({ id }) => id));
  expect(got.map(({ title }) => title)).toEqual(['C', 'Come']);
});
