import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { maintainPartitions } from '#server/log/partitions.ts';
import { createLog } from '#server/http/log/log.ts';
import { makePartitionsFor } from '#tests/database/log.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  for (const part of await partitions()) await desk.database.pool.query(`DROP TABLE ${part}`);
});

/** The names of the partitions of all three tables, sorted. */
async function partitions(): Promise<string[]> {
  const { rows } = await desk.database.pool.query<{ part: string }>(
    `SELECT inhrelid::regclass::text AS part FROM pg_inherits
     WHERE inhparent IN ('operations'::regclass, 'revisions'::regclass, 'seals'::regclass) ORDER BY 1`,
  );
  return rows.map(({ part }) => part);
}

/** Writes an operation with a revision, dated a number of days ago. */
async function entryFrom(daysAgo: number) {
  await makePartitionsFor(desk.database.pool, daysAgo);
  await desk.database.pool.query(
    `WITH operation AS (
       INSERT INTO operations (id, at, action, area, kind, label, count)
       VALUES (gen_random_uuid(), now() - make_interval(days => $1), 'update', 'doctors', 'doctor', '', 1)
       RETURNING id, at
     )
     INSERT INTO revisions (operation_id, at, position, kind, entity_id, version)
     SELECT id, at, 0, 'doctor', id, 1 FROM operation`,
    [daysAgo],
  );
}

const countEntries = async () =>
  (await desk.database.pool.query<{ n: number }>('SELECT count(*) AS n FROM operations')).rows[0]?.n;

async function maintain() {
  const lines: { level: number; dropped?: string[]; withheld?: string[] }[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  await maintainPartitions(desk.database.db, log);
  return lines;
}

test('when the clock jumps to a month without partitions, the first changes make them, also at the same moment', async () => {
  // The partitions of this month are missing, as after a jump of the clock.
  const messages = ['One', 'Two', 'Three', 'Four'];
  const made = await Promise.all(
    messages.map((message) => desk.staff.make<Announcement>('/admin/announcements', { message })),
  );
  expect(made.map(({ message }) => message)).toEqual(messages);
  expect([await countEntries(), (await partitions()).length]).toEqual([4, 12]);
});

test('when the whole log is far from now, nothing is dropped, and the server logs it', async () => {
  for (const daysAgo of [500, 520, 900]) await entryFrom(daysAgo);
  const before = await partitions();
  const [line, ...others] = await maintain();
  expect([line?.level, line?.withheld?.toSorted(), others]).toEqual([40, before, []]);
  expect(await countEntries()).toBe(3);
});

test('changes that are made while the clock is wrong do not get the log dropped either', async () => {
  for (const daysAgo of [0, 1, 20, 500, 520]) await entryFrom(daysAgo);
  expect(await maintain()).toMatchObject([{ level: 40, withheld: { length: 6 } }]);
  expect(await countEntries()).toBe(5);
});

/** Adds running hours to the desk, independent of any clock. */
const run = (hours: number) => desk.database.pool.query('UPDATE desk SET running_hours = running_hours + $1', [hours]);

test('in a log with entries of the whole year, older partitions are dropped in time, and the server logs it', async () => {
  for (const daysAgo of [1, 100, 200, 300, 400, 500]) await entryFrom(daysAgo);
  expect(await maintain()).toEqual([]);
  await run(719);
  expect(await maintain()).toEqual([]);
  await run(1);
  expect(await maintain()).toMatchObject([{ level: 30, dropped: { length: 6 } }]);
  expect(await countEntries()).toBe(4);
  expect(await maintain()).toEqual([]);
  expect((await desk.database.pool.query('SELECT FROM due_months')).rowCount).toBe(0);
});

test('a month that is no longer due once the clock is right gets its full time again', async () => {
  const { pool } = desk.database;
  for (const daysAgo of [1, 100, 200, 300]) await entryFrom(daysAgo);
  // Noted by a clock that was quarters of a year ahead.
  await pool.query(
    "INSERT INTO due_months SELECT to_char(now() - interval '300 days', 'YYYY_MM'), running_hour() - 720",
  );
  expect(await maintain()).toEqual([]);
  expect((await pool.query('SELECT FROM due_months')).rowCount).toBe(0);
  expect(await countEntries()).toBe(4);
});
