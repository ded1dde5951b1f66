import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogCheckRun } from '#contract/history.ts';
import { sealLog } from '#server/log/seals/seals.ts';
import { testApp } from '#tests/desk/test-app.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { holdLock } from '#tests/database/locks.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
  await desk.database.pool.query(
    `SELECT log_event(gen_random_uuid(), NULL, '', 'disable', 'staff', 'account', NULL, n::text, '', 1)
     FROM generate_series(1, 500) AS n`,
  );
  await sealLog(desk.database.db);
});
afterAll(() => desk.close());

const path = '/admin/operations/check';
const read = async (from = desk.staff) => expectDone(await from.get(path)) as LogCheckRun;
const start = async (from = desk.staff) => {
  const answer = await from.post(path);
  expect(answer.status).toBe(202);
  return answer.json as LogCheckRun;
};

/** Blocks a check in the middle: it reads the entries last. */
const holdUp = () => holdLock(desk.database.pool, 'LOCK TABLE revisions', []);

test('a check goes on beside the calls; every process says how far it is, and begins no second one', async () => {
  const other = await testApp({ database: desk.database });
  const onOther = caller(other.url, desk.bearer);
  expect(await read()).toEqual({ state: 'none', startedAt: null, checked: 0, total: 0, found: null });
  const held = await holdUp();
  const begun = await start();
  expect(begun).toMatchObject({ state: 'running', total: 501, found: null, startedAt: expect.any(String) });
  expect(await start(onOther)).toMatchObject({ state: 'running', startedAt: begun.startedAt });
  await held.release();
  await expect.poll(async () => (await read(onOther)).state).toBe('done');
  const found = { fault: null, waiting: 0, months: [{ entries: 501 }] };
  expect(await read()).toMatchObject({ state: 'done', checked: 501, total: 501, startedAt: begun.startedAt, found });
  await other.drain();
});

test('a check whose process is gone has stopped, and another one may begin', async () => {
  await desk.database.pool.query(
    "UPDATE log_checks SET run = gen_random_uuid(), found = NULL, is_over = false, seen_at = now() - interval '31 seconds'",
  );
  expect(await read()).toMatchObject({ state: 'stopped', found: null });
  await start();
  await expect.poll(async () => (await read()).state).toBe('done');
});

test('a check that fails has stopped', async () => {
  await desk.database.pool.query('ALTER TABLE unsealed RENAME TO elsewhere');
  await start();
  await expect.poll(async () => (await read()).state).toBe('stopped');
  await desk.database.pool.query('ALTER TABLE elsewhere RENAME TO unsealed');
  expect(await desk.staff.checkLog()).toMatchObject({ fault: null });
});
