import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { withClient } from '#server/database/connect/pool.ts';
import { createLog } from '#server/http/log/log.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { caller } from '#tests/desk/caller.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, testPassword } from '#tests/desk/staff.ts';
import { until } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

const lines: string[] = [];
let app: TestApp;
let email: string;
let bearer: string;
let name: string;
beforeAll(async () => {
  app = await testApp({ log: createLog('warn', { write: (line) => void lines.push(line) }) });
  ({ email } = await addAdmin(app));
  bearer = await signIn(app.url, testPassword, email);
  name = new URL(app.database.url).pathname.slice(1);
});
afterAll(() => app.close());

/** Runs SQL from another database, which the state of this one does not affect. */
const administer = (sql: string) => withClient({ connectionString: inject('adminUrl') }, (client) => client.query(sql));

/** Sets the state that new sessions of the database find: a setting has the same effect as a standby server. */
async function turn(state: 'on' | 'off') {
  await administer(`ALTER DATABASE ${name} SET default_transaction_read_only = ${state}`);
}
const endSessions = () =>
  administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);

const write = (message: string) => send(app.url, '/admin/announcements', { method: 'POST', bearer, body: { message } });
const logIn = () => send(app.url, '/auth/login', { method: 'POST', body: { email, password: testPassword } });
const ready = async () => (await send(app.url, '/readyz')).status;
const count = async () => {
  const { announcements } = (await caller(app.url, bearer).get('/admin/announcements')).json as {
    announcements: unknown[];
  };
  return announcements.length;
};

test('a database that turns read only: changes are 503, reads go on, and all is well soon after it takes changes', async () => {
  expect((await write('Before')).status).toBe(201);
  await turn('on');
  await endSessions();
  await until('a connection', async () => (await count()) === 1);

  const [refused, ...others] = await Promise.all([write('During'), write('During'), logIn()]);
  expect(problemOf(refused)).toMatchObject({
    status: 503,
    code: 'read_only',
    detail: 'The database takes no changes right now. Nothing was changed.',
  });
  expect(refused.headers['retry-after']).toBe('2');
  expect(others.map((answer) => problemOf(answer).code)).toEqual(['read_only', 'read_only']);
  expect(await ready()).toBe(503);
  expect(await count()).toBe(1);

  await turn('off');
  // No session is ended: the desk closes those that are read-only.
  await until('changes on all connections', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => write('After')));
    return answers.every(({ status }) => status === 201);
  });
  expect((await logIn()).status).toBe(200);
  await until('readiness', async () => (await ready()) === 200);
  expect(lines.filter((line) => line.includes('"fault"'))).toEqual([]);
});
