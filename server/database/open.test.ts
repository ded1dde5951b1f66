import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbedded } from '#server/database/embedded/postgres.ts';
import { attachDatabase, openDatabase } from '#server/database/open.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { createLog } from '#server/http/log/log.ts';
import { type TestDatabase, createDatabase, testDatabase } from '#tests/database/database.ts';
import { failNext } from '#tests/load/faults.ts';
import { smallPooler } from '#tests/database/pooler.ts';
import { newFolder } from '#tests/desk/server-process.ts';

const empty = "TEMPLATE template0 ENCODING 'UTF8'";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** The database as a desk opens it: connections of the tests have longer timeouts. */
function openPlainly() {
  const url = new URL(database.url);
  url.searchParams.delete('options');
  return openDatabase({ databaseUrl: url.href, databasePool: 2, dataDir: '' }, createLog('silent'));
}

test('sessions work in UTC, give up after 5 seconds, compile nothing and hand over times as text', async () => {
  const opened = await openPlainly();
  const { rows } = await opened.pool.query(
    `SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS statement,
            current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('jit') AS jit,
            '2026-11-21T08:00:00.123Z'::timestamptz AS at, count(*) AS n FROM users`,
  );
  const at = '2026-11-21 08:00:00.123+00';
  expect(rows).toEqual([{ zone: 'UTC', statement: '5s', idle: '30s', jit: 'off', at, n: 0 }]);
  await opened.close();
});

const limitSql = sql`SELECT current_setting('statement_timeout') AS statement,
  current_setting('idle_in_transaction_session_timeout') AS idle`;

test('in a transaction a statement may take 30 seconds, and a process do nothing for 5', async () => {
  const opened = await openPlainly();
  const limits = [opened.db, opened.share()].map(async (one) => {
    const inside = await one.transaction((tx) => tx.execute(limitSql));
    return [inside.rows, (await one.execute(limitSql)).rows];
  });
  const both = [[{ statement: '30s', idle: '5s' }], [{ statement: '5s', idle: '30s' }]];
  expect(await Promise.all(limits)).toEqual([both, both]);
  await opened.close();
});

test('options in the URL are kept beside ours, and win, in transactions too', async () => {
  const url = new URL(database.url);
  url.searchParams.set(
    'options',
    '-c work_mem=7MB -c statement_timeout=40s -c idle_in_transaction_session_timeout=40s',
  );
  const opened = await openDatabase({ databaseUrl: url.href, databasePool: 1, dataDir: '' }, createLog('silent'));
  const { rows } = await opened.pool.query(
    `SELECT current_setting('work_mem') AS memory, current_setting('TimeZone') AS zone,
            current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
  );
  expect(rows).toEqual([{ memory: '7MB', zone: 'UTC', statement: '40s', lock: '3s' }]);
  const inside = await opened.db.transaction((tx) => tx.execute(limitSql));
  expect(inside.rows).toEqual([{ statement: '40s', idle: '40s' }]);
  await opened.close();
});

test('when idle and busy connections are lost, only the queries that used them fail', async () => {
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
  // The pool notices a lost idle connection a moment later; until then it may still use it.
  await expect
    .poll(() =>
      database.pool.query('SELECT 1').then(
        (result) => result.rowCount,
        () => 0,
      ),
    )
    .toBe(1);
});

test('a transaction that cannot begin gives its connection back', async () => {
  const settings = { databaseUrl: database.url, databasePool: 1, dataDir: '' };
  const opened = await openDatabase(settings, createLog('silent'));
  for (let round = 0; round < 3; round += 1) {
    failNext(opened.pool, { at: 1, happen: () => Promise.reject(new Error('No beginning')) });
    await expect(opened.db.transaction(() => Promise.resolve())).rejects.toThrow('No beginning');
  }
  const inside = await opened.db.transaction((tx) => tx.execute('SELECT 1'));
  expect(inside.rowCount).toBe(1);
  await opened.close();
});

test('a database that refuses the sign-in is reported in one line', async () => {
  const url = new URL(database.url);
  url.username = 'nobody_of_this_name';
  const opening = openDatabase({ databaseUrl: url.href, databasePool: 1, dataDir: '' }, createLog('silent'));
  await expect(opening).rejects.toThrow(/^The database cannot be reached: [^\n]*nobody_of_this_name[^\n]*$/);
});

const oursAsOptions =
  '-c timezone=UTC -c datestyle=ISO -c statement_timeout=5s -c lock_timeout=3s -c idle_in_transaction_session_timeout=30s';

test('a pooler that drops the settings of sessions is refused in one line', async () => {
  const pooler = await smallPooler(database.url);
  const opening = openDatabase({ databaseUrl: pooler.url, databasePool: 2, dataDir: '' }, createLog('silent'));
  await expect(opening).rejects.toThrow(/^The pooler .* drops the settings .* SET lock_timeout = '3s'; [^\n]*$/);
  pooler.close();
});

test('with a pooler that mixes up prepared statements they go without their names', async () => {
  const pooler = await smallPooler(database.url, oursAsOptions);
  const opened = await openDatabase({ databaseUrl: pooler.url, databasePool: 2, dataDir: '' }, createLog('silent'));
  const connections = [opened.db, opened.share(), opened.pipeline(), opened.pipeline()];
  for (const db of connections) {
    const rows = await db
      .select({ one: sql`1` })
      .from(sql`(SELECT) AS once`)
      .prepare('one')
      .execute();
    expect(rows).toEqual([{ one: 1 }]);
  }
  pooler.close();
  await opened.close();
});

test('the direct address is that of the migrations and of LISTEN, and has to lead to the same database', async () => {
  const [one, other] = [await createDatabase(empty), await createDatabase(empty)];
  const named = (url: string) => {
    const direct = new URL(url);
    direct.searchParams.set('options', '-c work_mem=7MB');
    return direct.href;
  };
  const opening = (databaseUrl: string, direct: string) =>
    openDatabase({ databaseUrl, databaseDirectUrl: named(direct), databasePool: 1, dataDir: '' }, createLog('silent'));
  const opened = await opening(one.url, one.url);
  const memory = "SELECT current_setting('work_mem') AS memory";
  const inAll = [
    await opened.pool.query(memory),
    await opened.alone((client) => client.query(memory)),
    await withClient(opened.direct, (client) => client.query(memory)),
  ];
  expect(inAll.map(({ rows }) => rows)).toEqual([[{ memory: '4MB' }], [{ memory: '7MB' }], [{ memory: '7MB' }]]);
  await opened.close();
  await expect(opening(one.url, other.url)).rejects.toThrow(
    /^DATABASE_DIRECT_URL leads to another database than DATABASE_URL\.$/,
  );
  await Promise.all([one.drop(), other.drop()]);
});

const tablesOf = (target: pg.ClientConfig) =>
  withClient(target, async (client) => {
    const { rows } = await client.query("SELECT 1 FROM pg_tables WHERE schemaname IN ('public', 'drizzle')");
    return rows.length;
  });

describe('a command from the shell', () => {
  const older = /^The database is older than this program\. Start the desk of this version first: [^\n]*$/;

  test('does not migrate a database that others may use', async () => {
    const { url, drop } = await createDatabase(empty);
    const attaching = attachDatabase({ databaseUrl: url, databasePool: 2, dataDir: '' }, createLog('silent'));
    await expect(attaching).rejects.toThrow(older);
    expect(await tablesOf({ connectionString: url })).toBe(0);
    await drop();
  });

  test('works on a database that is up to date, and refuses one that is newer', async () => {
    const settings = { databaseUrl: database.url, databasePool: 2, dataDir: '' };
    const attached = await attachDatabase(settings, createLog('silent'));
    expect((await attached.pool.query('SELECT 1 FROM staff')).rowCount).toBe(0);
    await attached.pool.query("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 4e12)");
    await attached.close();
    await expect(attachDatabase(settings, createLog('silent'))).rejects.toThrow('newer than this program');
    await database.pool.query("DELETE FROM drizzle.__drizzle_migrations WHERE hash = 'later'");
  });

  test('does not migrate the embedded database of a running server', async () => {
    const dataDir = newFolder();
    const held = await openEmbedded({ dataDir, maxConnections: 20 }, createLog('silent'));
    const attaching = attachDatabase({ databaseUrl: '', databasePool: 2, dataDir }, createLog('silent'));
    await expect(attaching).rejects.toThrow(older);
    expect(await tablesOf(held.target)).toBe(0);
    await held.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

test('a bigint is read as a number, exactly up to 2^53 - 1', () => {
  expect(pg.types.getTypeParser(pg.types.builtins.INT8)('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
});
