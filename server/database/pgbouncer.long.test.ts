import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { addStaff } from '#server/auth/accounts.ts';
import { type Database, openDatabase } from '#server/database/open.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { loadDemo, loadReference } from '#server/run/demo.ts';
import { readEnv } from '#server/env.ts';
import { checkSeals } from '#server/log/seals/check-seals.ts';
import { sealLog } from '#server/log/seals/seals.ts';
import { createLog } from '#server/http/log/log.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { caller, expectDone, operationOf } from '#tests/desk/caller.ts';
import { createDatabase } from '#tests/database/database.ts';
import { mixedLoad } from '#tests/load/mixed-load.ts';
import { pgbouncer } from '#tests/database/pgbouncer.ts';
import { noisyPicture } from '#tests/records/pictures.ts';
import { send } from '#tests/desk/send.ts';
import { testPassword } from '#tests/desk/staff.ts';
import { newFolder } from '#tests/desk/server-process.ts';
import { openStream } from '#tests/desk/stream.ts';
import { signIn } from '#tests/desk/writes.ts';

const sessionSettings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '30s',
  jit: 'off',
};

const folder = newFolder();
const warnings: string[] = [];
let made: Awaited<ReturnType<typeof createDatabase>>;
let pooler: Awaited<ReturnType<typeof pgbouncer>>;
const databases: Database[] = [];
const apps: TestApp[] = [];
beforeAll(async () => {
  made = await createDatabase("TEMPLATE template0 ENCODING 'UTF8'");
  // The guide says to set them for the database's user. Here the user is shared with others.
  for (const [name, value] of Object.entries(sessionSettings)) {
    const setting = `ALTER DATABASE ${made.name} SET ${name} = '${value}'`;
    await withClient({ connectionString: made.url }, (client) => client.query(setting));
  }
  pooler = await pgbouncer(made.url, `${folder}/pooler`);
  const log = createLog('warn', { write: (line) => void warnings.push(line) });
  const settings = { ...readEnv({}), databaseUrl: pooler.url, databaseDirectUrl: made.url, dataDir: `${folder}/data` };
  for (let process = 0; process < 2; process += 1) {
    const database = await openDatabase(settings, log);
    databases.push(database);
    await loadReference(database, { isActive: true });
    await loadDemo(database, 500, { doctors: 20, cards: 30 });
    apps.push(await testApp({ settings, database: { ...database, url: pooler.url } }));
  }
  const [database] = databases;
  if (database)
    await addStaff(database.db, {
      email: 'admin@awa.local',
      name: 'Ada',
      password: testPassword,
      role: 'administrator',
    });
});
afterAll(async () => {
  for (const app of apps) await app.close();
  for (const database of databases) await database.close();
  await pooler.close();
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('two processes behind a PgBouncer that hands connections on after each transaction', async () => {
  const urls = apps.map(({ url }) => url);
  const bearer = await signIn(urls[0] ?? '', testPassword);
  const picture = await noisyPicture('png', 200, 200);
  const load = mixedLoad({ urls, bearer, password: testPassword, picture });
  await pause(15_000);
  await load.stop();
  expect(load.wrong).toEqual([]);
  expect(load.calls.filter(({ status }) => status === 0 || status >= 500)).toEqual([]);
  expect(new Set(load.calls.map(({ work }) => work)).size).toBeGreaterThan(5);
  process.stdout.write(`${load.calls.length} calls\n`);

  const [database] = databases;
  if (!database) throw new Error('There is no database');
  const { rows } = await database.pool.query<{ id: string; message: string }>('SELECT id, message FROM announcements');
  const stored = new Map(rows.map(({ id, message }) => [id, message]));
  for (const [id, message] of load.announcements) expect(stored.get(id)).toBe(message);
  await sealLog(database.db);
  expect(await checkSeals(database.db)).toMatchObject({ fault: null, waiting: 0 });
});

test('limits work there: of 40 simultaneous wrong sign-ins 10 get through', async () => {
  const body = { email: 'nobody@example.org', password: 'wrong-harmattan-lantern' };
  const tries = Array.from({ length: 40 }, (_, at) =>
    send(apps[at % 2]?.url ?? '', '/auth/login', { method: 'POST', body }).then(({ status }) => status),
  );
  const statuses = await Promise.all(tries);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
});

test('open desks learn of changes, and of opened records, which only notifications report', async () => {
  const [first = '', second = ''] = apps.map(({ url }) => url);
  const onFirst = caller(first, await signIn(first, testPassword));
  const stream = await openStream(second, await signIn(second, testPassword));
  await stream.until('the first event', () => stream.events.length > 0);
  for (let count = 0; count < 20; count += 1) {
    const answer = await onFirst.post('/admin/announcements', { message: 'Hello' });
    const { id } = expectDone(answer) as Announcement;
    const from = performance.now();
    await stream.until('the change', () => stream.operations().includes(operationOf(answer) ?? ''));
    expect(performance.now() - from).toBeLessThan(1000);
    await onFirst.get(`/admin/presence/announcement/${id}`);
    const isOfThis = ({ name, data }: (typeof stream.events)[number]) =>
      name === 'opened' && (data as { id: string }).id === id;
    await stream.until('who has it open', () => stream.events.some(isOfThis));
  }
  stream.close();
});

test('a PgBouncer in session mode with few connections, and one without support for options, are refused with advice', async () => {
  const start = async (own: Record<string, string | number>, databasePool = 10) => {
    const other = await pgbouncer(made.url, `${folder}/${Object.values(own).join('-')}`, own);
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const settings = { ...readEnv({}), databaseUrl: other.url, databaseDirectUrl: made.url, databasePool };
    const found = await openDatabase(settings, log).catch((error: Error) => error.message);
    if (typeof found !== 'string') await found.close();
    await other.close();
    return typeof found === 'string' ? found : lines.join('');
  };
  expect(await start({ pool_mode: 'session', default_pool_size: 2 })).toMatch(
    /^The pooler in front of the database answers 2 connections at a time, and this desk may open 14: .*default_pool_size/,
  );
  expect(await start({ pool_mode: 'session', default_pool_size: 8 })).toContain('answers 8 connections at a time');
  expect(await start({ pool_mode: 'session', default_pool_size: 20 })).toBe('');
  expect(await start({ ignore_startup_parameters: 'extra_float_digits' })).toMatch(
    /unsupported startup parameter.*ignore_startup_parameters = options there: docs\/decisions\/0006/,
  );
});
