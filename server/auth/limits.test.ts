import { afterEach, expect, test } from 'vitest';
import type { Settings } from '#server/env.ts';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { problemOf, send } from '#server/testing/send.ts';
import { addAdmin, testPassword } from '#server/testing/staff.ts';

const open: TestApp[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((desk) => desk.close()));
});

/** A desk with small limits, as if behind one proxy, so that a test can try from many addresses. */
async function desk(settings: Partial<Settings> = {}) {
  const app = await testApp({
    settings: {
      trustProxy: 1,
      signInLimitAccountAddress: 3,
      signInLimitAddress: 6,
      signInLimitAccount: 9,
      ...settings,
    },
  });
  open.push(app);
  return app;
}

const attempt = (app: TestApp, email: string, password = 'wrong', from = '203.0.113.1') =>
  send(app.url, '/auth/login', { method: 'POST', body: { email, password }, headers: { 'x-forwarded-for': from } });

/** The statuses of tries one after the other. */
async function tries(many: number, each: (index: number) => Parameters<typeof attempt>) {
  const statuses: number[] = [];
  for (let index = 0; index < many; index += 1) statuses.push((await attempt(...each(index))).status);
  return statuses;
}

const times = (many: number, status: number) => Array.from({ length: many }, () => status);

test('the limits are 10, 50 and 100 in 15 minutes unless set otherwise', async () => {
  const app = await testApp();
  open.push(app);
  expect(app.settings).toMatchObject({
    signInWindowMinutes: 15,
    signInLimitAccountAddress: 10,
    signInLimitAddress: 50,
    signInLimitAccount: 100,
  });
});

test('for an account from one address: then 429, with the seconds to wait, also for the right password', async () => {
  const app = await desk();
  const { email } = await addAdmin(app);
  expect(await tries(5, () => [app, email])).toEqual([...times(3, 401), ...times(2, 429)]);
  const answer = await attempt(app, email, testPassword);
  expect(answer.status).toBe(429);
  expect(problemOf(answer)).toMatchObject({
    code: 'too_many_tries',
    detail: 'Too many failed sign-ins. Wait a few minutes, then try again.',
  });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(890);
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900);
  // From elsewhere the account can still sign in, and from here another account.
  expect((await attempt(app, email, testPassword, '203.0.113.2')).status).toBe(200);
  expect((await attempt(app, (await addAdmin(app)).email, testPassword)).status).toBe(200);
});

test('for an address, whatever the account', async () => {
  const app = await desk();
  expect(await tries(8, (index) => [app, `x${index}@example.org`])).toEqual([...times(6, 401), ...times(2, 429)]);
  expect((await attempt(app, 'x@example.org', 'wrong', '203.0.113.2')).status).toBe(401);
});

test('for an account, wherever from', async () => {
  const app = await desk();
  const { email } = await addAdmin(app);
  const statuses = await tries(11, (index) => [app, email, 'wrong', `203.0.113.${index}`]);
  expect(statuses).toEqual([...times(9, 401), ...times(2, 429)]);
});

test('an account that does not exist is limited all the same', async () => {
  const app = await desk();
  expect(await tries(4, () => [app, 'nobody@example.org'])).toEqual([...times(3, 401), 429]);
});

test('case and spaces do not make another account of it', async () => {
  const app = await desk();
  const spelled = ['ada@example.org', ' ADA@example.org', 'Ada@Example.Org\t', 'aDa@example.org'];
  expect(await tries(4, (index) => [app, spelled[index] ?? ''])).toEqual([...times(3, 401), 429]);
});

test('of tries at the same moment no more get through than of tries in a row', async () => {
  const app = await desk({ signInLimitAddress: 1000, signInLimitAccount: 1000 });
  const { email } = await addAdmin(app);
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(app, email)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(27);
});

test('the same through several processes on one database', async () => {
  const app = await desk({ signInLimitAddress: 1000, signInLimitAccount: 1000 });
  const second = await testApp({ settings: app.settings, database: app.database });
  const { email } = await addAdmin(app);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => attempt(index % 2 ? app : second, email)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
  await second.close();
});

test('a success clears what the account failed from this address, and nothing else', async () => {
  const app = await desk({ signInLimitAddress: 100 });
  const { email } = await addAdmin(app);
  await tries(2, () => [app, email]);
  await tries(3, () => [app, email, 'wrong', '203.0.113.2']);
  expect((await attempt(app, email, testPassword)).status).toBe(200);
  expect(await tries(4, () => [app, email])).toEqual([...times(3, 401), 429]);
  expect((await attempt(app, email, testPassword, '203.0.113.2')).status).toBe(429);
});

test('failures stop counting after the window, the oldest first, and are swept', async () => {
  const app = await desk();
  const { email } = await addAdmin(app);
  const { pool } = app.database;
  await tries(3, () => [app, email]);
  const oldest = '(SELECT min(id) FROM sign_in_failures)';
  await pool.query(`UPDATE sign_in_failures SET at = now() - interval '14 minutes' WHERE id = ${oldest}`);
  const answer = await attempt(app, email);
  expect(answer.status).toBe(429);
  // The oldest is the one to wait for.
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(50);
  await pool.query(`UPDATE sign_in_failures SET at = now() - interval '16 minutes' WHERE id = ${oldest}`);
  expect(await tries(2, () => [app, email])).toEqual([401, 429]);
  await pool.query("UPDATE sign_in_failures SET at = now() - interval '16 minutes'");
  expect((await attempt(app, email, testPassword)).status).toBe(200);
  expect((await pool.query('SELECT 1 FROM sign_in_failures')).rowCount).toBe(0);
});

test('a try that is refused by a limit does not make the wait longer', async () => {
  const app = await desk();
  await tries(3, () => [app, 'nobody@example.org']);
  await tries(10, () => [app, 'nobody@example.org']);
  expect((await app.database.pool.query('SELECT 1 FROM sign_in_failures')).rowCount).toBe(3);
});

test('X-Forwarded-For changes nothing while no proxy is trusted', async () => {
  const app = await desk({ trustProxy: false });
  const { email } = await addAdmin(app);
  expect(await tries(4, (index) => [app, email, 'wrong', `203.0.113.${index}`])).toEqual([...times(3, 401), 429]);
});

test('of X-Forwarded-For only what the trusted proxy added counts', async () => {
  const app = await desk({ signInLimitAddress: 3 });
  const statuses = await tries(4, (index) => [app, `x${index}@example.org`, 'wrong', `10.0.0.${index}, 203.0.113.9`]);
  expect(statuses).toEqual([...times(3, 401), 429]);
});

test('all of an IPv6 /64 counts as one address, however it is written; the next one does not', async () => {
  const app = await desk({ signInLimitAddress: 4 });
  const same = [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0db8:0001:0002::2',
    '2001:DB8:1:2:3::',
    '2001:db8:1:2::9',
  ];
  const statuses = await tries(5, (index) => [app, `x${index}@example.org`, 'wrong', same[index] ?? '']);
  expect(statuses).toEqual([...times(4, 401), 429]);
  expect((await attempt(app, 'y@example.org', 'wrong', '2001:db8:1:3::1')).status).toBe(401);
});

test('an IPv4 address inside IPv6 is the IPv4 address', async () => {
  const app = await desk({ signInLimitAddress: 3 });
  const same = ['203.0.113.5', '::ffff:203.0.113.5', '::FFFF:203.0.113.5', '::ffff:203.0.113.5'];
  expect(await tries(4, (index) => [app, `x${index}@example.org`, 'wrong', same[index] ?? ''])).toEqual([
    ...times(3, 401),
    429,
  ]);
  expect((await attempt(app, 'y@example.org', 'wrong', '::ffff:203.0.113.6')).status).toBe(401);
});

test('short forms of IPv6 are told apart', async () => {
  const app = await desk({ signInLimitAddress: 1 });
  for (const from of ['::1', '2001:db8::1', '2001:db8:0:1::1', 'fe80::1', '2001:db8:1::']) {
    expect([from, (await attempt(app, 'x@example.org', 'wrong', from)).status]).toEqual([from, 401]);
    expect([from, (await attempt(app, 'y@example.org', 'wrong', from)).status]).toEqual([from, 429]);
  }
});
