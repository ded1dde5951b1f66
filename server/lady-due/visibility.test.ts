import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Card, Category, CategoryTree, Section, ShownMode } from '#contract/lady-due.ts';
import { hiddenBecause } from '#contract/lady-due-visibility.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { problemOf, send } from '#tests/desk/send.ts';
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
    { title: 'Ended', publishStatus: 'published' },
    { title: 'Ends later', publishStatus: 'published', shownUntil: scheduled.publishedAt },
  ].flatMap((state) => [true, false].map((isActive) => Object.assign({ isActive, sectionId: section.id }, state)));
  for (const state of states) await staff.make<Card>(`${at}/cards`, state);
  await app.database.pool.query(`UPDATE cards
    SET published_at = CASE WHEN title = 'Come' THEN now() - interval '1 hour' END WHERE title ~ '^Come|no time'`);
  await app.database.pool.query("UPDATE cards SET shown_until = now() WHERE title = 'Ended'");
  const tree = expectDone(await staff.get(`${at}/categories?trackingMode=PCOS`)) as { categories: CategoryTree[] };
  const cards = tree.categories.flatMap(({ sections }) => sections.flatMap((one) => one.cards));
  const reasons = cards.map((card) => hiddenBecause(card, new Date().toISOString()));
  const count = (reason: string) => reasons.flat().filter((one) => one === reason).length;
  const hidden = {
    inactive: count('inactive'),
    draft: count('draft'),
    scheduled: count('scheduled'),
    ended: count('ended'),
  };
  expect(hidden).toEqual({ inactive: 8, draft: 2, scheduled: 4, ended: 2 });
  const move = { ids: cards.map(({ id }) => id), action: 'move', sectionId: section.id };
  expect(expectDone(await staff.post(`${at}/cards/bulk`, move))).toMatchObject({ hidden });

  const shown = (await send(app.url, '/content/v1/lady-due/PCOS')).json as ShownMode;
  const titles = shown.categories.flatMap(({ sections }) => sections.flatMap((one) => one.cards.map((c) => c.title)));
  expect(titles).toEqual(['Published', 'Published, no time', 'Come', 'Ends later']);
  expect(cards.filter((_, index) => reasons[index]?.length === 0).map(({ title }) => title)).toEqual(titles);
  expect(expectDone(await staff.get(`${at}/analytics`))).toMatchObject({
    inApp: { PCOS: titles.length },
    contentPerformance: {
      publishDistribution: { published: titles.length, scheduled: 2, ended: 1, draft: 1, inactive: 8 },
      scheduledNext: [{ title: 'To come' }],
    },
  });
});

test('a card leaves the app at its end, which no cache outlives, and returns when it is published again', async () => {
  const { staff, database } = app;
  await database.pool.query('TRUNCATE categories CASCADE');
  const category = await staff.make<Category>(`${at}/categories`, { name: 'A', trackingMode: 'PCOS' });
  const section = await staff.make<Section>(`${at}/sections`, { categoryId: category.id, title: 'B' });
  const { id } = await staff.make<Card>(`${at}/cards`, {
    sectionId: section.id,
    title: 'C',
    publishStatus: 'published',
  });
  const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const put = (fields: object) => staff.put(`${at}/cards/${id}`, fields);
  const inApp = async (moment?: string) => {
    const answer = moment
      ? await staff.get(`${at}/preview/PCOS?at=${moment}`)
      : await send(app.url, '/content/v1/lady-due/PCOS');
    return (answer.json as ShownMode).categories.length;
  };
  const end = soon(20);
  expectDone(await put({ shownUntil: end }));
  const [, life] = /max-age=(\d+)/.exec(
    String((await send(app.url, '/content/v1/lady-due/PCOS')).headers['cache-control']),
  ) ?? [''];
  expect(Number(life)).toBeLessThan(20);
  const around = [new Date(Date.parse(end) - 1).toISOString(), end];
  expect(await Promise.all(around.map(inApp))).toEqual([1, 0]);
  await database.pool.query("UPDATE cards SET shown_until = now() - interval '1 second'");
  expect(await inApp()).toBe(0);
  expect(expectDone(await put({ publishStatus: 'draft' }))).toMatchObject({ shownUntil: expect.any(String) as string });
  expect(expectDone(await put({ publishStatus: 'published' }))).toMatchObject({ shownUntil: null });
  expect(await inApp()).toBe(1);

  const refusal = async (fields: object) => {
    const answer = await put(fields);
    return [answer.status, problemOf(answer).errors];
  };
  const because = (message: string) => [422, [{ path: 'shownUntil', message }]];
  expect(await refusal({ shownUntil: soon(-60) })).toEqual(because('Choose a time after it is published'));
  expect(await refusal({ publishStatus: 'draft', shownUntil: soon(-60) })).toEqual(
    because('Choose a time in the future'),
  );
  expect(await refusal({ publishStatus: 'scheduled', publishedAt: soon(600), shownUntil: soon(300) })).toEqual(
    because('Choose a time after it is published'),
  );
});
