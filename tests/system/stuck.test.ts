import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/open.ts';
import { createLog } from '#server/http/log/log.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';
import { holdLock } from '#tests/database/locks.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, newBearer, testPassword } from '#tests/desk/staff.ts';

let database: TestDatabase;
let opened: Database;
let app: TestApp;
let bearer: string;
beforeAll(async () => {
  database = await testDatabase();
  const url = new URL(database.url);
  // Shortens the limit of 3 seconds.
  url.searchParams.set('options', '-c lock_timeout=300ms');
  opened = await openDatabase({ databaseUrl: url.href, databasePool: 10, dataDir: '' }, createLog('silent'));
  app = await testApp({ database: { ...opened, id: database.id, url: url.href } });
  bearer = await newBearer(app);
});
afterAll(async () => {
  await app.close();
  await opened.close();
  await database.close();
});

const nobody = '00000000-0000-7000-8000-000000000000';
const ask = (path: string, asked: Parameters<typeof send>[2] = {}) => send(app.url, path, { bearer, ...asked });
const outcome = ({ status, headers, json }: Answer) => [
  status,
  (json as { code?: string })?.code,
  headers['retry-after'],
];

/** Calls that read users, one for each code path. */
const needUsers = [
  () => ask('/admin/users'),
  () => ask('/admin/users?page=90'),
  () => ask('/admin/users?search=ada'),
  () => ask(`/admin/users/${nobody}`),
  () => ask('/admin/metrics'),
  () => ask(`/admin/users/${nobody}/status`, { method: 'PUT', body: { isVerified: true } }),
];

let held: Awaited<ReturnType<typeof holdLock>>;
const lock = async (table: string) => {
  held = await holdLock(database.pool, `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
};
beforeEach(() => {
  held = { release: () => Promise.resolve(), waiting: () => Promise.resolve([]) as never };
});
afterEach(() => held.release());

test('a locked table stops nothing else, and calls that need it get a plain sentence', async () => {
  const { email } = await addAdmin(app);
  await lock('users');
  const people = Array.from({ length: 12 }, () => needUsers.map((call) => call())).flat();
  await held.waiting();
  const others = [
    await ask('/auth/session'),
    await ask('/auth/login', { method: 'POST', body: { email, password: testPassword } }),
    await ask('/admin/announcements'),
    await ask('/admin/announcements', { method: 'POST', body: { message: 'Meanwhile' } }),
    await ask('/api/doctors'),
    await ask('/content/v1/doctors'),
    await ask('/admin/operations'),
    await ask('/readyz'),
    await ask('/healthz'),
  ];
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200, 200, 200, 200, 200]);
  const answers = await Promise.all(people);
  expect(new Set(answers.map((answer) => outcome(answer).join(' ')))).toEqual(new Set(['503 busy 2']));
  expect(problemOf(answers[0] as Answer).detail).toBe('The database is busy. Nothing was changed. Try again.');

  await held.release();
  held.release = () => Promise.resolve();
  expect((await Promise.all(needUsers.map((call) => call()))).map(({ status }) => status)).toEqual([
    200, 200, 200, 404, 200, 404,
  ]);
});

test.each(['sessions', 'staff', 'bearers'])('when %s is stuck, nobody waits for long', async (table) => {
  await lock(table);
  const began = performance.now();
  const answers = await Promise.all([...Array.from({ length: 12 }, () => ask('/auth/session')), ask('/admin/users')]);
  expect(answers.map((answer) => outcome(answer).join(' '))).toEqual(answers.map(() => '503 busy 2'));
  // Twice the limit: calls that arrive while a look-up is stuck share the next one.
  expect(performance.now() - began).toBeLessThan(10_000);
  expect((await ask('/healthz')).status).toBe(200);
});

test('a locked session is no reason to wait: its use is recorded later', async () => {
  const admin = await addAdmin(app);
  await database.pool.query("UPDATE sessions SET used_at = now() - interval '5 minutes'");
  held = await holdLock(database.pool, 'SELECT FROM sessions FOR UPDATE');
  expect((await ask('/admin/announcements')).status).toBe(200);
  const signing = ask('/auth/login', { method: 'POST', body: { email: admin.email, password: testPassword } });
  expect((await signing).status).toBe(200);
});
