import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CalendarDay, maxDayEntries, sortsOf } from '#contract/calendar.ts';
import type { Announcement } from '#contract/announcements.ts';
import { type Role, everyRole } from '#contract/roles.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { at, createTree } from '#tests/records/lady-due.ts';

let desk: TestDesk;
let staff: Caller;
const as = async (role: Role) => caller(desk.url, await newBearer(desk, role));

beforeAll(async () => {
  desk = await testDesk();
  staff = await as('administrator');
});
afterAll(() => desk.close());

const daysOf = async (month: string, calls = staff, sort = '') =>
  (expectDone(await calls.get(`/admin/calendar?month=${month}${sort && `&sort=${sort}`}`)) as { days: CalendarDay[] })
    .days;
const inWords = ({ day, entries }: CalendarDay) =>
  entries.map(({ sort, event, label, time }) => [day, time, sort, event, label].join(' '));
const announce = (message: string, times: object) =>
  staff.make<Announcement>('/admin/announcements', { message, enabled: true, ...times });

test('a month has what comes into the app and leaves it, by the days of Lagos', async () => {
  const { cards } = await createTree(staff);
  const schedule = { publishStatus: 'scheduled', publishedAt: '2031-03-31T22:59:00.000Z' };
  await staff.put(`${at}/cards/${cards[0].id}`, { ...schedule, shownUntil: '2031-04-01T07:00:00.000Z' });
  // The last hour of March in UTC is the first of April in Lagos.
  await announce('Clinic days', { startsAt: '2031-03-31T23:00:00.000Z', endsAt: '2031-04-30T23:00:00.000Z' });
  const off = await announce('Off', { startsAt: '2031-03-10T08:00:00.000Z' });
  await staff.put(`/admin/announcements/${off.id}`, { enabled: false });
  expect((await daysOf('2031-03')).flatMap(inWords)).toEqual(['2031-03-31 23:59 card appears One']);
  const april = await daysOf('2031-04');
  expect(april.flatMap(inWords)).toEqual([
    '2031-04-01 00:00 announcement appears Clinic days',
    '2031-04-01 08:00 card ends One',
  ]);
  expect((await daysOf('2031-05')).flatMap(inWords)).toEqual(['2031-05-01 00:00 announcement ends Clinic days']);
  expect((await daysOf('2031-04', staff, 'card')).flatMap(inWords)).toEqual(['2031-04-01 08:00 card ends One']);
});

test('reviews that are due and wanted are on it for the roles that review; each role sees its own areas', async () => {
  const { cards } = await createTree(staff);
  const [card, asked] = cards;
  await staff.put(`${at}/cards/${card.id}`, { publishStatus: 'published' });
  const editor = await as('editor');
  const reviewer = await as('reviewer');
  await desk.database.pool.query("UPDATE staff SET qualification = 'MBBS' WHERE role = 'reviewer'");
  expectDone(await reviewer.post(`${at}/approvals`, { kind: 'card', records: [{ id: card.id, version: 2 }] }));
  const { rows } = await desk.database.pool.query<{ month: string }>(
    "SELECT to_char((now() + interval '12 months') AT TIME ZONE 'Africa/Lagos', 'YYYY-MM') AS month",
  );
  const due = (await daysOf(rows[0]?.month ?? '')).flatMap(({ entries }) => entries);
  expect(due).toMatchObject([{ sort: 'review', event: 'due', kind: 'card', id: card.id, label: 'One' }]);
  expectDone(
    await staff.post(`${at}/approvals/requests`, {
      kind: 'card',
      ids: [asked.id],
      of: null,
      dueOn: '2032-02-29',
      note: '',
    }),
  );
  expect((await daysOf('2032-02')).flatMap(inWords)).toEqual(['2032-02-29  review asked Two']);
  expect((await daysOf('2032-02', editor)).flatMap(inWords)).toEqual(['2032-02-29  review asked Two']);
  await announce('For all', { startsAt: '2032-02-10T08:00:00.000Z' });
  for (const role of everyRole) {
    const answer = await (await as(role)).get('/admin/calendar?month=2032-02');
    if (sortsOf(role).length === 0) expect([role, answer.status]).toEqual([role, 403]);
    else {
      const found = (expectDone(answer) as { days: CalendarDay[] }).days.flatMap(({ entries }) => entries);
      const sorts = found.map(({ sort }) => sort);
      const expected = { reviewer: ['review'], support: ['announcement'] }[role as string];
      expect([role, sorts]).toEqual([role, expected ?? ['announcement', 'review']]);
    }
  }
});

test('of 200 entries of a day it has the first 50, and their number', async () => {
  await desk.database.pool.query(`INSERT INTO announcements (id, message, enabled, starts_at)
    SELECT gen_random_uuid(), 'Number ' || n, true, '2033-01-05T08:00:00Z'::timestamptz + n * interval '1 minute'
    FROM generate_series(1, 200) AS n`);
  const [day, ...others] = await daysOf('2033-01');
  expect([others.length, day?.count, day?.entries.length]).toEqual([0, 200, maxDayEntries]);
  expect(day?.entries[0]).toMatchObject({ label: 'Number 1', time: '09:01' });
});

test.each(['2026-13', '2026-1', '0000-01', '', '2026-11-30'])('%j is no month', async (month) => {
  expect((await staff.get(`/admin/calendar?month=${month}`)).status).toBe(422);
});
