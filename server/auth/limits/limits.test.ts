import pg from 'pg';
import { afterEach, describe, expect, test as plain } from 'vitest';
import { resetPassword, setStaffEnabled, unlockStaff } from '#server/auth/accounts.ts';
import { liftAddressBlock, signInLimiter } from '#server/auth/limits/limits.ts';
import type { Settings } from '#server/env.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, startSession, testPassword } from '#tests/desk/staff.ts';

type Fixtures = {
  /** Starts a desk that ends with the test. */
  start: typeof testApp;
  /** Starts a desk with small limits, as if behind one proxy, so that a test can try from many addresses. */
  desk: (settings?: Partial<Settings>) => Promise<TestApp>;
  /** Starts another process on the same database, without any memory of the first one's tries. */
  anotherProcess: (app: TestApp) => Promise<TestApp>;
};

const test = plain.extend<Fixtures>({
  // Vitest takes the needs of a fixture from the braces: this one has none.
  // oxlint-disable-next-line no-empty-pattern
  start: async ({}, provide) => {
    const open: TestApp[] = [];
    await provide(async (options) => {
      const app = await testApp(options);
      open.unshift(app);
      return app;
    });
    // The latest first: it may use the database of an earlier one.
    for (const app of open) await app.close();
  },
  desk: ({ start }, provide) =>
    provide((settings) =>
      start({
        settings: {
          trustProxy: 1,
          signInLimitAccountAddress: 3,
          signInLimitAddress: 6,
          signInLimitAccount: 9,
          ...settings,
        },
      }),
    ),
  anotherProcess: ({ start }, provide) => provide(({ settings, database }) => start({ settings, database })),
});

const attempt = (app: TestApp, email: string, password = 'wrong', from = '203.0.113.1') =>
  send(app.url, '/auth/login', { method: 'POST', body: { email, password }, headers: { 'x-forwarded-for': from } });

/** Makes a number of tries one after the other and returns their statuses. */
async function tries(many: number, each: (index: number) => Parameters<typeof attempt>) {
  const statuses: number[] = [];
  for (let index = 0; index < many; index += 1) statuses.push((await attempt(...each(index))).status);
  return statuses;
}

/** Expects a wait of `seconds`, minus the time since `since`. */
function expectWait({ headers }: Answer, seconds: number, since: number) {
  const wait = Number(headers['retry-after']);
  expect(wait).toBeLessThanOrEqual(seconds);
  expect(wait).toBeGreaterThanOrEqual(seconds - Math.ceil((performance.now() - since) / 1000));
}

/** A log of refusals that discards them. */
const silent = { count: () => undefined };

const times = (many: number, status: number) => Array.from({ length: many }, () => status);

test.concurrent('the limits are 10, 50 and 100 in 15 minutes unless set otherwise', async ({ start }) => {
  const app = await start();
  expect(app.settings).toMatchObject({
    signInWindowMinutes: 15,
    signInLimitAccountAddress: 10,
    signInLimitAddress: 50,
    signInLimitAccount: 100,
  });
});

test.concurrent.for<[string, (app: TestApp, email: string) => Promise<unknown>]>([
  ['unlock', ({ database }, email) => unlockStaff(database.db, email)],
  ['enable', ({ database }, email) => setStaffEnabled(database.db, email, true)],
  ['reset-password', ({ database }, email) => resetPassword(database.db, email, testPassword)],
])(
  '%s of the staff command lifts the block of an account, of that one alone',
  async ([, lift], { desk, anotherProcess }) => {
    const app = await desk({ signInLimitAccount: 3, signInLimitAddress: 100 });
    const [ada, ife] = [await addAdmin(app, 'Ada@example.org'), await addAdmin(app, 'ife@example.org')];
    for (const { email } of [ada, ife]) expect(await tries(3, () => [app, email])).toEqual(times(3, 401));
    expect((await attempt(app, 'ada@example.org', testPassword)).status).toBe(429);
    await lift(app, 'ada@example.org');
    // The process caches a block for 10 seconds; another process asks the database.
    const other = await anotherProcess(app);
    expect((await attempt(other, 'ada@example.org', testPassword)).status).toBe(200);
    expect((await attempt(other, 'ife@example.org', testPassword)).status).toBe(429);
  },
);

test.concurrent('beyond the limit of an account from one address the right password gets 429 too', async ({ desk }) => {
  const app = await desk();
  const { email } = await addAdmin(app);
  const began = performance.now();
  expect(await tries(5, () => [app, email])).toEqual([...times(3, 401), ...times(2, 429)]);
  const answer = await attempt(app, email, testPassword);
  expect(answer.status).toBe(429);
  expect(problemOf(answer)).toMatchObject({
    code: 'too_many_tries',
    detail: 'Too many failed tries. Wait a few minutes, then try again.',
  });
  expectWait(answer, 900, began);
  // The account can still sign in from another address, and another account from this one.
  expect((await attempt(app, email, testPassword, '203.0.113.2')).status).toBe(200);
  expect((await attempt(app, (await addAdmin(app)).email, testPassword)).status).toBe(200);
});

test.concurrent('the limit of an address holds for all accounts together', async ({ desk }) => {
  const app = await desk();
  expect(await tries(8, (index) => [app, `x${index}@example.org`])).toEqual([...times(6, 401), ...times(2, 429)]);
  expect((await attempt(app, 'x@example.org', 'wrong', '203.0.113.2')).status).toBe(401);
});

test.concurrent('the block of an address is lifted from the shell, and of no other', async ({
  desk,
  anotherProcess,
}) => {
  const app = await desk();
  const { email } = await addAdmin(app);
  const from = ['203.0.113.1', '203.0.113.2'];
  for (const one of from) await tries(6, (index) => [app, `x${index}@example.org`, 'wrong', one]);
  await liftAddressBlock(app.database.db, '203.0.113.1');
  const other = await anotherProcess(app);
  const statuses = await Promise.all(from.map(async (one) => (await attempt(other, email, testPassword, one)).status));
  expect(statuses).toEqual([200, 429]);
});

test.concurrent('the limit of an account holds for all addresses together', async ({ desk }) => {
  const app = await desk();
  const { email } = await addAdmin(app);
  const statuses = await tries(11, (index) => [app, email, 'wrong', `203.0.113.${index}`]);
  expect(statuses).toEqual([...times(9, 401), ...times(2, 429)]);
});

test.concurrent('an account that does not exist is limited as well', async ({ desk }) => {
  const app = await desk();
  expect(await tries(4, () => [app, 'nobody@example.org'])).toEqual([...times(3, 401), 429]);
});

test.concurrent('an email in other case or with spaces around it counts as the same account', async ({ desk }) => {
  const app = await desk();
  const spelled = ['ada@example.org', ' ADA@example.org', 'Ada@Example.Org\t', 'aDa@example.org'];
  expect(await tries(4, (index) => [app, spelled[index] ?? ''])).toEqual([...times(3, 401), 429]);
});

test.concurrent('simultaneous tries get through no more often than tries in a row', async ({ desk }) => {
  const app = await desk({ signInLimitAddress: 1000, signInLimitAccount: 1000 });
  const { email } = await addAdmin(app);
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(app, email)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(27);
});

test.concurrent('tries at several processes on one database count together', async ({ desk, anotherProcess }) => {
  const app = await desk({ signInLimitAddress: 1000, signInLimitAccount: 1000 });
  const second = await anotherProcess(app);
  const { email } = await addAdmin(app);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => attempt(index % 2 ? app : second, email)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
});

test.concurrent('a success clears the failures of this account from this address, and nothing else', async ({
  desk,
}) => {
  const app = await desk({ signInLimitAddress: 100 });
  const { email } = await addAdmin(app);
  await tries(2, () => [app, email]);
  await tries(3, () => [app, email, 'wrong', '203.0.113.2']);
  expect((await attempt(app, email, testPassword)).status).toBe(200);
  expect(await tries(4, () => [app, email])).toEqual([...times(3, 401), 429]);
  expect((await attempt(app, email, testPassword, '203.0.113.2')).status).toBe(429);
});

test.concurrent('failures stop counting after the window, the oldest first', async ({ desk, anotherProcess }) => {
  const app = await desk();
  const { email } = await addAdmin(app);
  const { pool } = app.database;
  await tries(3, () => [app, email]);
  const oldest = '(SELECT min(id) FROM sign_in_failures)';
  const aged = performance.now();
  await pool.query(`UPDATE sign_in_failures SET at = now() - interval '14 minutes 1 second' WHERE id = ${oldest}`);
  const answer = await attempt(app, email);
  expect(answer.status).toBe(429);
  // The wait ends when the oldest failure stops counting.
  expectWait(answer, 60, aged);
  await pool.query(`UPDATE sign_in_failures SET at = now() - interval '16 minutes' WHERE id = ${oldest}`);
  const later = await anotherProcess(app);
  expect(await tries(2, () => [later, email])).toEqual([401, 429]);
});

test.concurrent('old failures are swept by later tries, failed or not, some at a time', async ({ desk }) => {
  const app = await desk();
  const { pool } = app.database;
  const left = async () => (await pool.query('SELECT 1 FROM sign_in_failures')).rowCount;
  await pool.query(`
    INSERT INTO sign_in_failures (account, address, at)
    SELECT sha256('a'), sha256('b'), now() - interval '16 minutes' FROM generate_series(1, 30)`);
  expect((await attempt(app, 'nobody@example.org')).status).toBe(401);
  expect(await left()).toBe(11);
  expect((await attempt(app, (await addAdmin(app)).email, testPassword)).status).toBe(200);
  expect(await left()).toBe(1);
});

describe('a flood', () => {
  const holders: pg.Client[] = [];
  afterEach(() => Promise.all(holders.splice(0).map((holder) => holder.end())));

  /** Locks all other sessions out of the table until the lock is released. */
  const holdTable = async (app: TestApp) => {
    const holder = new pg.Client({ connectionString: app.database.url });
    holders.push(holder);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE sign_in_failures IN ACCESS EXCLUSIVE MODE');
    return holder;
  };

  test('of tries that will be refused does not reach the database', async ({ desk, anotherProcess }) => {
    const app = await desk();
    const { email } = await addAdmin(app);
    for (const account of [email, 'nobody@example.org']) {
      const began = performance.now();
      await tries(4, () => [app, account]);
      const holder = await holdTable(app);
      const answer = await attempt(app, account);
      await holder.end();
      const asked = await attempt(await anotherProcess(app), account);
      const { requestId: _, ...problem } = problemOf(answer);
      expect([answer.status, problem]).toEqual([429, { ...problemOf(asked), requestId: undefined }]);
      for (const one of [answer, asked]) expectWait(one, 900, began);
    }
  });

  test('leaves most of the connections to others', async ({ desk }) => {
    const plenty = 1_000_000;
    const limits = { signInLimitAccountAddress: plenty, signInLimitAddress: plenty, signInLimitAccount: plenty };
    const app = await desk(limits);
    const { session } = await startSession(app, await addAdmin(app));
    const holder = await holdTable(app);
    const flood = Array.from({ length: 30 }, (_, index) =>
      attempt(app, `x${index}@example.org`, 'wrong', `203.0.113.${index}`),
    );
    const waiting = "SELECT 1 FROM pg_locks WHERE relation = 'sign_in_failures'::regclass AND NOT granted";
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(3);
    expect((await send(app.url, '/admin/users', { bearer: session.token })).status).toBe(200);
    expect((await holder.query(waiting)).rowCount).toBe(3);
    await holder.end();
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(times(30, 401));
  });

  test('that is longer than the queue is told to come back later', async ({ desk }) => {
    const app = await desk();
    const limiter = signInLimiter(app.database.db, { window: 15, accountAddress: 1, address: 1, account: 1 }, silent);
    const holder = await holdTable(app);
    const reserved = Promise.allSettled(
      Array.from({ length: 204 }, (_, index) => limiter.reserve(`x${index}@example.org`, `203.0.113.${index}`)),
    );
    await expect(limiter.reserve('y@example.org', '203.0.113.9')).rejects.toMatchObject({ status: 503, code: 'busy' });
    await holder.end();
    const statuses = (await reserved).map(({ status }) => status);
    expect(statuses).toEqual([...Array.from({ length: 203 }, () => 'fulfilled'), 'rejected']);
  });
});

test.concurrent('a success ends a cached block', async ({ desk }) => {
  const app = await desk();
  const limiter = signInLimiter(app.database.db, { window: 15, accountAddress: 2, address: 9, account: 9 }, silent);
  const reserve = () => limiter.reserve('ada@example.org', '203.0.113.1');
  const [first] = [await reserve(), await reserve()];
  await expect(reserve()).rejects.toMatchObject({ status: 429 });
  await limiter.clear(first.attempt);
  await reserve();
});

test.concurrent('a try that is refused by a limit does not make the wait longer', async ({ desk }) => {
  const app = await desk();
  await tries(3, () => [app, 'nobody@example.org']);
  await tries(10, () => [app, 'nobody@example.org']);
  expect((await app.database.pool.query('SELECT 1 FROM sign_in_failures')).rowCount).toBe(3);
});

test.concurrent('X-Forwarded-For changes nothing while no proxy is trusted', async ({ desk }) => {
  const app = await desk({ trustProxy: false });
  const { email } = await addAdmin(app);
  expect(await tries(4, (index) => [app, email, 'wrong', `203.0.113.${index}`])).toEqual([...times(3, 401), 429]);
});

test.concurrent('only the part of X-Forwarded-For that the trusted proxy added counts', async ({ desk }) => {
  const app = await desk({ signInLimitAddress: 3 });
  const statuses = await tries(4, (index) => [app, `x${index}@example.org`, 'wrong', `10.0.0.${index}, 203.0.113.9`]);
  expect(statuses).toEqual([...times(3, 401), 429]);
});

test.concurrent('all of an IPv6 /64 counts as one address, however it is written; the next one does not', async ({
  desk,
}) => {
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

test.concurrent('an IPv4 address inside IPv6 is the IPv4 address', async ({ desk }) => {
  const app = await desk({ signInLimitAddress: 3 });
  const same = ['203.0.113.5', '::ffff:203.0.113.5', '::FFFF:203.0.113.5', '::ffff:203.0.113.5'];
  expect(await tries(4, (index) => [app, `x${index}@example.org`, 'wrong', same[index] ?? ''])).toEqual([
    ...times(3, 401),
    429,
  ]);
  expect((await attempt(app, 'y@example.org', 'wrong', '::ffff:203.0.113.6')).status).toBe(401);
});

test.concurrent('short forms of IPv6 are told apart', async ({ desk }) => {
  const app = await desk({ signInLimitAddress: 1 });
  for (const from of ['::1', '2001:db8::1', '2001:db8:0:1::1', 'fe80::1', '2001:db8:1::']) {
    expect([from, (await attempt(app, 'x@example.org', 'wrong', from)).status]).toEqual([from, 401]);
    expect([from, (await attempt(app, 'y@example.org', 'wrong', from)).status]).toEqual([from, 429]);
  }
});
