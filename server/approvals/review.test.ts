import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PregnancyWeek } from '#contract/cycle.ts';
import type { Card, Category, Section } from '#contract/lady-due.ts';
import { type ReviewState, type reviewApi } from '#contract/review.ts';
import type { Output } from '#contract/route.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { newBearer, newClinician } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let staff: Caller;
let reviewer: Caller;
beforeAll(async () => {
  app = await testApp();
  staff = caller(app.url, await newBearer(app));
  reviewer = caller(app.url, (await newClinician(app, 'Dr Ngozi Eze')).bearer);
});
afterAll(() => app.close());
beforeEach(() =>
  app.database.pool.query(
    "TRUNCATE pregnancy_weeks, categories, approvals CASCADE; UPDATE publish_rules SET rule = 'direct', gate = 'warn'",
  ),
);

const weeks = '/admin/cycle/pregnancy/weeks';
const citations = ['WHO: Nutrition. https://www.who.int/health-topics/nutrition'];
const addWeek = (weekNumber: number, fields: object = {}) =>
  staff.make<PregnancyWeek>(weeks, { weekNumber, babySize: 'A lime', citations, ...fields });
const list = async (state: ReviewState) =>
  expectDone(await reviewer.get(`/admin/review?state=${state}`)) as Output<typeof reviewApi.review.list>;
const read = async (kind: string, id: string) =>
  expectDone(await reviewer.get(`/admin/review/${kind}/${id}`)) as Output<typeof reviewApi.review.read>;
const approve = async (kind: string, { id, version }: { id: string; version: number }) =>
  expectDone(
    await reviewer.post(`/admin/${kind === 'card' ? 'lady-due' : 'cycle'}/approvals`, {
      kind,
      records: [{ id, version }],
    }),
  );
const noRequests = { mine: 0, asked: 0, returned: 0, changes: 0, remarks: 0, unshown: 0, scheduled: 0 };
/** Lets days pass since the approvals. */
const passDays = (days: number) =>
  app.database.pool.query(
    `SET session_replication_role = replica; UPDATE approvals SET due_at = due_at - make_interval(days => ${days});
     SET session_replication_role = origin`,
  );

test('lists the texts by state: those in the app first, the one that has waited longest first', async () => {
  const hidden = await addWeek(11, { isActive: false });
  const first = await addWeek(12);
  const second = await addWeek(13);
  const category = await staff.make<Category>('/admin/lady-due/categories', { name: 'Basics', trackingMode: 'PCOS' });
  const section = await staff.make<Section>('/admin/lady-due/sections', { categoryId: category.id, title: 'First' });
  const fields = { sectionId: section.id, title: 'Rest', publishStatus: 'published', citations };
  const card = await staff.make<Card>('/admin/lady-due/cards', fields);
  const { texts, counts } = await list('unapproved');
  expect(texts).toEqual([
    {
      kind: 'pregnancy-week',
      id: first.id,
      version: 1,
      label: 'Week 12',
      isShown: true,
      comesAt: null,
      at: first.updatedAt,
      request: null,
    },
    {
      kind: 'pregnancy-week',
      id: second.id,
      version: 1,
      label: 'Week 13',
      isShown: true,
      comesAt: null,
      at: second.updatedAt,
      request: null,
    },
    {
      kind: 'card',
      id: card.id,
      version: 1,
      label: 'Rest',
      isShown: true,
      comesAt: null,
      at: card.updatedAt,
      request: null,
    },
    {
      kind: 'pregnancy-week',
      id: hidden.id,
      version: 1,
      label: 'Week 11',
      isShown: false,
      comesAt: null,
      at: hidden.updatedAt,
      request: null,
    },
  ]);
  expect(counts).toEqual({ ...noRequests, unapproved: 4, exempt: 0, due: 0, overdue: 0 });

  await approve('card', card);
  await approve('pregnancy-week', first);
  const exempt = { kind: 'pregnancy-week', records: [{ id: second.id, version: 1 }], reason: 'Wrong dose' };
  expectDone(await staff.post('/admin/cycle/approvals/exempt', exempt));
  expect((await list('exempt')).texts).toMatchObject([{ id: second.id }]);
  expect((await list('due')).counts).toEqual({ ...noRequests, unapproved: 1, exempt: 1, due: 0, overdue: 0 });
  await passDays(340);
  expect((await list('due')).texts.map(({ id }) => id)).toEqual([card.id, first.id]);
  await passDays(30);
  const overdue = await list('overdue');
  expect(overdue.counts).toEqual({ ...noRequests, unapproved: 1, exempt: 1, due: 0, overdue: 2 });
  // Unchanged words are approved again.
  await approve('card', card);
  expect((await list('overdue')).texts).toMatchObject([{ id: first.id, label: 'Week 12' }]);
});

test('a text is read with its saved words and with those that the app shows', async () => {
  const week = await addWeek(12);
  const words = { weekNumber: 12, babySize: 'A lime', developments: [], tips: [], citations };
  expect(await read('pregnancy-week', week.id)).toEqual({
    kind: 'pregnancy-week',
    id: week.id,
    version: 1,
    label: 'Week 12',
    words,
    shown: words,
    comesAt: null,
  });
  expectDone(await staff.put('/admin/cycle/publish-rule', { rule: 'reviewed' }));
  expectDone(await staff.put(`${weeks}/${week.id}`, { babySize: 'A plum' }));
  expect(await read('pregnancy-week', week.id)).toMatchObject({
    words: { ...words, babySize: 'A plum' },
    shown: words,
  });
  expectDone(await staff.put(`${weeks}/${week.id}`, { isActive: false }));
  expect(await read('pregnancy-week', week.id)).toMatchObject({ shown: null });
  expect((await reviewer.get(`/admin/review/card/${week.id}`)).status).toBe(404);
  expect((await reviewer.get(`/admin/review/doctor/${week.id}`)).status).toBe(404);
});

test('a scheduled card is not in the app, and says when it comes into it', async () => {
  const category = await staff.make<Category>('/admin/lady-due/categories', { name: 'Basics', trackingMode: 'PCOS' });
  const section = await staff.make<Section>('/admin/lady-due/sections', { categoryId: category.id, title: 'First' });
  const publishedAt = new Date(Date.now() + 3_600_000).toISOString();
  const fields = { sectionId: section.id, title: 'Rest', publishStatus: 'scheduled', publishedAt, citations };
  const { id } = await staff.make<Card>('/admin/lady-due/cards', fields);
  const soon = { isShown: false, comesAt: publishedAt };
  for (const state of ['unapproved', 'scheduled'] as const)
    expect((await list(state)).texts).toMatchObject([{ id, ...soon }]);
  expect(await read('card', id)).toMatchObject({ shown: null, comesAt: publishedAt });
  await app.database.pool.query("UPDATE cards SET published_at = now() - interval '1 minute'");
  expect((await list('unapproved')).texts).toMatchObject([{ id, isShown: true, comesAt: null }]);
  expect(await read('card', id)).toMatchObject({ shown: { title: 'Rest' }, comesAt: null });
});

test('weeks of pregnancy that have waited equally long are in the order of their numbers', async () => {
  for (const weekNumber of [10, 2, 30, 9, 1]) await addWeek(weekNumber);
  await app.database.pool.query('UPDATE pregnancy_weeks SET updated_at = now()');
  expect((await list('unapproved')).texts.map(({ label }) => label)).toEqual(
    [1, 2, 9, 10, 30].map((number) => `Week ${number}`),
  );
});

test('a state must be named', async () => {
  expect((await reviewer.get('/admin/review')).status).toBe(422);
  expect((await reviewer.get('/admin/review?state=fine')).status).toBe(422);
});
