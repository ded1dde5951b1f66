import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PregnancyWeek } from '#contract/cycle.ts';
import type { Review } from '#contract/review-lists.ts';
import { type Caller, caller, doneBy, expectDone } from '#tests/desk/caller.ts';
import { problemOf } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let staff: Caller;
let editor: Caller;
beforeAll(async () => {
  app = await testApp();
  staff = caller(app.url, await newBearer(app));
  editor = caller(app.url, await newBearer(app, 'editor'));
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE pregnancy_weeks, reviews CASCADE'));

const path = '/admin/cycle/reviews';
const weeks = '/admin/cycle/pregnancy/weeks';
const reviewedBy = 'Dr Ngozi Eze, MBBS';

const addWeek = (fields: object = {}) =>
  staff.make<PregnancyWeek>(weeks, { weekNumber: 12, babySize: 'A lime', ...fields });
const read = async (as = staff) => expectDone(await as.get(path)) as { reviews: Review[]; unreviewed: number };
const change = async ({ id }: { id: string }, fields: object) =>
  expectDone(await staff.put(`${weeks}/${id}`, fields)) as PregnancyWeek;
const confirm = (records: { id: string; version: number }[], as = staff) =>
  as.post(path, { kind: 'pregnancy-week', records: records.map(({ id, version }) => ({ id, version })), reviewedBy });

test('a text is reviewed by name, until its words change; changed back, it is reviewed again', async () => {
  const week = await addWeek();
  expect(await read()).toEqual({ reviews: [], unreviewed: 1 });
  await doneBy(confirm([week]));
  const reviewed = {
    reviews: [expect.objectContaining({ id: week.id, reviewedBy })],
    unreviewed: 0,
  };
  expect(await read()).toEqual(reviewed);
  expect((await read()).reviews[0]?.confirmedBy?.name).toBe('Ada Obi');
  await change(week, { currentWeekColor: '#112233', isActive: true });
  expect(await read(editor)).toEqual(reviewed);
  for (const words of [{ babySize: 'A lime.' }, { citations: ['WHO'] }, { weekNumber: 13 }]) {
    const operation = await doneBy(staff.put(`${weeks}/${week.id}`, words));
    expect([words, await read()]).toEqual([words, { reviews: [], unreviewed: 1 }]);
    await doneBy(staff.undo(operation));
    expect(await read()).toEqual(reviewed);
  }
});

test('several texts are reviewed at once, in the versions that were read, or none of them', async () => {
  const [one, other] = [await addWeek(), await addWeek({ weekNumber: 13, isActive: false })];
  const newer = await change(other, { babySize: 'A plum' });
  const answer = await confirm([one, other]);
  expect(problemOf(answer)).toMatchObject({ status: 409, code: 'changed_since', ids: [other.id] });
  expect(await read()).toEqual({ reviews: [], unreviewed: 1 });
  await doneBy(confirm([one, newer]));
  expect((await read()).reviews.map(({ id }) => id)).toEqual([one.id, other.id]);
  const gone = { id: '01990000-0000-7000-8000-000000000000', version: 1 };
  expect((await confirm([one, gone])).status).toBe(404);
  expect((await confirm([one, one])).status).toBe(422);
  expect((await staff.post(path, { kind: 'card', records: [one], reviewedBy })).status).toBe(422);
  expect((await staff.post(path, { kind: 'pregnancy-week', records: [], reviewedBy: ' ' })).status).toBe(422);
});

test('a review can be withdrawn, and both are in the log', async () => {
  const week = await addWeek();
  await doneBy(confirm([week]));
  await doneBy(staff.remove(`${path}/${week.id}`));
  expect(await read()).toEqual({ reviews: [], unreviewed: 1 });
  expect((await staff.remove(`${path}/${week.id}`)).status).toBe(404);
  const { operations } = await staff.operations('?limit=2');
  expect(operations).toMatchObject([
    { action: 'withdraw-review', kind: 'pregnancy-week', entityId: week.id, undoable: false },
    {
      action: 'review',
      kind: 'pregnancy-week',
      label: 'Week 12',
      details: `as reviewed by ${reviewedBy}`,
      undoable: false,
    },
  ]);
});

test('only administrators confirm and withdraw', async () => {
  const week = await addWeek();
  expect((await confirm([week], editor)).status).toBe(403);
  await doneBy(confirm([week]));
  expect((await editor.remove(`${path}/${week.id}`)).status).toBe(403);
});
