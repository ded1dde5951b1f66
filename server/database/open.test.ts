import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { withClient } from '#server/database/pool.ts';
import { createLog } from '#server/http/log.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('sessions work in UTC, give up after 30 seconds and hand over times as text', async () => {
  const { rows } = await database.pool.query(
    `SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS statement,
            current_setting('idle_in_transaction_session_timeout') AS idle,
            '2026-11-21T08:00:00.123Z'::timestamptz AS at, count(*) AS n FROM users`,
  );
  expect(rows).toEqual([{ zone: 'UTC', statement: '30s', idle: '30s', at: '2026-11-21 08:00:00.123+00', n: 0 }]);
});

test('options in the URL are kept beside ours', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c work_mem=7MB');
  const opened = await openDatabase({ databaseUrl: url.href, databasePool: 1, dataDir: '' }, createLog('silent'));
  const { rows } = await opened.pool.query(
    "SELECT current_setting('work_mem') AS memory, current_setting('TimeZone') AS zone",
  );
  expect(rows).toEqual([{ memory: '7MB', zone: 'UTC' }]);
  await opened.close();
});

test('losing idle and busy connections fails only the queries that used them', async () => {
  const endAll = () =>
    withClient({ connectionString: database.url }, (client) =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      ),
    );
  const client = await database.pool.connect();
  const busy = client.query('SELECT pg_sleep(20)').catch((error: Error) => error.message);
  await endAll();
  expect(await busy).toMatch(/terminat/);
  client.release(true);
  await endAll();
  // The pool notices a lost idle connection a moment later; until then it may still hand it out.
  await expect
    .poll(() =>
      database.pool.query('SELECT 1').then(
        (result) => result.rowCount,
        () => 0,
      ),
    )
    .toBe(1);
});

test('a server that does not speak Postgres, and a wrong password, are said in one line', async () => {
  const url = new URL(database.url);
  url.username = 'nobody_of_this_name';
  const opening = openDatabase({ databaseUrl: url.href, databasePool: 1, dataDir: '' }, createLog('silent'));
  await expect(opening).rejects.toThrow(/^The database cannot be reached: [^\n]*nobody_of_this_name[^\n]*$/);
});

test('bigints beyond what a number holds exactly do not occur: ids count from 1', () => {
  expect(pg.types.getTypeParser(pg.types.builtins.INT8)('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
});
