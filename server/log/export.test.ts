import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '#contract/history.ts';
import { sealLog } from '#server/log/seals/seals.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
});
afterAll(() => desk.close());

type Line = Operation & { position: number | null; seal: string | null };

async function exported(query = '') {
  const answer = await desk.staff.get(`/admin/operations/export${query}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/jsonl; charset=utf-8']);
  return answer.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

test('the log goes out as lines of JSON, oldest first, each with its seal; the export is in it', async () => {
  for (const message of ['One “quoted”', 'Two\nlines', 'Three'])
    await desk.staff.make('/admin/announcements', { message });
  await sealLog(desk.database.db);
  const lines = await exported();
  expect(lines.map(({ action, label, position }) => [action, label, position])).toEqual([
    ['sign-in', '', 1],
    ['create', 'One “quoted”', 2],
    ['create', 'Two\nlines', 3],
    ['create', 'Three', 4],
    ['export', '', null],
  ]);
  const { operations } = await desk.staff.operations('?limit=1');
  const { id, at, actor, area, kind, entityId, label, details, count } = operations[0] as Operation;
  expect(lines[3]).toMatchObject({ id, at, actor, area, kind, entityId, label, details, count, undoes: null });
  const check = await desk.staff.checkLog();
  expect(check).toMatchObject({ fault: null, waiting: 1, sealedTo: at });
  expect(check.months.at(-1)).toMatchObject({ entries: 4, seal: lines[3]?.seal });
});

test('days are those of a zone, and the log says which were exported', async () => {
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'UTC' }).format();
  expect((await exported(`?from=${today}`)).length).toBeGreaterThan(4);
  expect(await exported('?to=2020-01-01')).toEqual([]);
  const { operations } = await desk.staff.operations('?show=access&limit=2');
  expect(operations.map(({ kind, details }) => [kind, details])).toEqual([
    ['entry', 'to 2020-01-01'],
    ['entry', `from ${today}`],
  ]);
});

test('a log of many parts is whole', async () => {
  await desk.database.pool.query(
    `SELECT log_event(gen_random_uuid(), NULL, '', 'disable', 'staff', 'account', NULL, n::text, '', 1)
     FROM generate_series(1, 1200) AS n`,
  );
  const labels = (await exported()).map(({ label }) => label).filter((label) => /^\d+$/.test(label));
  expect(labels.length).toBe(1200);
  expect(new Set(labels).size).toBe(1200);
  await sealLog(desk.database.db);
  expect(await desk.staff.checkLog()).toMatchObject({ fault: null, waiting: 0 });
});
