import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '#server/database/seeded-random.ts';
import type { Card, Category, Section } from '#contract/lady-due.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';
import { problemOf } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { at } from '#tests/records/lady-due.ts';
import { compareWithPast } from '#tests/records/recorded-past.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
});
afterAll(() => desk.close());

test('what the app got at 40 moments of a random history is what the desk says about them later, byte for byte', async () => {
  expect(await compareWithPast(desk, seededRandom('past'), 40)).toBeGreaterThan(10);
});

test('a time before the log is refused', async () => {
  const before = new Date(Date.now() - 500 * 86_400_000).toISOString();
  const answer = await desk.staff.get(`${at}/preview/PCOS?at=${before}`);
  expect([answer.status, problemOf(answer).errors]).toEqual([
    422,
    [{ path: 'at', message: 'The log goes back 12 months: choose a later time' }],
  ]);
});

test('the desk names who published each card, now and then', async () => {
  const { staff, database } = desk;
  await database.pool.query("TRUNCATE categories CASCADE; UPDATE publish_rules SET rule = 'direct'");
  const bearer = await newBearer(desk, 'editor');
  const colleague = caller(desk.url, bearer);
  const category = await staff.make<Category>(`${at}/categories`, { name: 'Basics', trackingMode: 'PCOS' });
  const section = await staff.make<Section>(`${at}/sections`, { categoryId: category.id, title: 'First' });
  const fields = { sectionId: section.id, title: 'Tea', publishStatus: 'published' };
  const card = await staff.make<Card>(`${at}/cards`, fields);
  const authors = async (moment?: string) => {
    const query = moment ? `?at=${moment}` : '';
    return (expectDone(await staff.get(`${at}/published-by/PCOS${query}`)) as { cards: unknown[] }).cards;
  };
  const [first] = (await authors()) as { since: string; by: { id: string; name: string } }[];
  expect(first).toEqual({ id: card.id, since: card.updatedAt, by: card.createdBy });
  const saved = expectDone(await colleague.put(`${at}/cards/${card.id}`, { title: 'Warm tea' })) as Card;
  const [second] = (await authors()) as { by: { id: string } }[];
  expect(second).toMatchObject({ id: card.id, since: saved.updatedAt });
  expect(second?.by.id).not.toBe(first?.by.id);
  expect(await authors(card.updatedAt)).toEqual([first]);
  expectDone(await staff.put('/admin/lady-due/publish-rule', { rule: 'reviewed' }));
  expectDone(await staff.put(`${at}/cards/${card.id}`, { title: 'Hot tea' }));
  const published = expectDone(await colleague.post(`${at}/cards/${card.id}/publish`, {})) as Card;
  expect(await authors()).toEqual([{ id: card.id, ...published.shown }]);
  expect(await authors(saved.updatedAt)).toEqual([second]);
});
