import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Challenge } from '#contract/auth.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { type Answer, send } from '#tests/desk/send.ts';
import { addAdmin, disableAccount, startSession, testPassword } from '#tests/desk/staff.ts';

const plenty = 1_000_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    settings: { signInLimitAccountAddress: plenty, signInLimitAddress: plenty, signInLimitAccount: plenty },
  });
});
afterAll(() => app.close());

/** Milliseconds: a difference of this size must be detected. */
const visible = 0.1;
/** Standard errors on either side: with ten comparisons per test, one run in a thousand has a false alarm. */
const z = 3.89;
const triesInRun = 300;
/**
 * Runs are added while noise could hide a difference. Only the width of the interval decides this, never the result.
 */
const maxRuns = 4;

/** Orders of the values in which each value follows each other one equally often. */
function ordersOf<T>(values: readonly T[]): T[][] {
  const zigzag = values.map((_, index) => (index % 2 === 0 ? index / 2 : values.length - (index + 1) / 2));
  const rotated = values.map((_, by) => zigzag.map((index) => values[(index + by) % values.length] as T));
  return [...rotated, ...rotated.map((order) => order.toReversed())];
}

const pairsOf = <T>(values: readonly T[]) =>
  values.flatMap((one, index) => values.slice(index + 1).map((other) => [one, other] as const));

const shuffled = <T>(values: readonly T[]) =>
  values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;

/**
 * The difference of `a` and `b`, with the tries of one round as pairs: the Hodges–Lehmann estimate, with the interval
 * of Wilcoxon's signed-rank test. It needs no normal distribution and drops no try: a slow one, caused by other work on
 * the machine, counts by its rank.
 */
function shift(a: number[], b: number[]) {
  const differences = a.map((value, index) => value - (b[index] ?? NaN));
  const n = differences.length;
  const means = new Float64Array((n * (n + 1)) / 2);
  let filled = 0;
  for (const [index, one] of differences.entries()) {
    for (let other = 0; other <= index; other += 1) means[filled++] = (one + (differences[other] ?? NaN)) / 2;
  }
  means.sort();
  const cut = Math.floor((n * (n + 1)) / 4 - z * Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24));
  const at = (index: number) => means[index] ?? NaN;
  return { low: at(cut), middle: at(means.length >> 1), high: at(means.length - 1 - cut) };
}

/** Everything in a response but the id of the request and the date. */
const toldBy = ({ status, headers, text }: Answer) => {
  const { 'x-request-id': id, date: _, ...rest } = headers;
  return JSON.stringify([status, rest, text.replaceAll(String(id), 'ID')]);
};

/**
 * Makes 300 tries of each kind in turns, and expects identical responses after the same time. `before` runs before each
 * round.
 */
async function expectAlike(tries: Record<string, () => Promise<Answer>>, before: () => Promise<unknown>) {
  const kinds = Object.keys(tries);
  const orders = ordersOf(kinds);
  const pairs = pairsOf(kinds);
  const times = new Map(kinds.map((kind): [string, number[]] => [kind, []]));
  const of = (kind: string) => times.get(kind) ?? [];
  const told = new Set<string>();
  const tryEachOrder = async (keep: boolean) => {
    for (const order of shuffled(orders)) {
      await before();
      for (const kind of order) {
        const began = performance.now();
        const answer = await tries[kind]?.();
        const took = performance.now() - began;
        expect(answer?.status).toBe(401);
        if (answer) told.add(toldBy(answer));
        if (keep) of(kind).push(took);
      }
    }
  };
  const tell = (line: string) => process.stdout.write(`${line}\n`);

  for (let warming = 0; warming < 2; warming += 1) await tryEachOrder(false);
  let found: { name: string; by: ReturnType<typeof shift> }[] = [];
  for (let run = 1; run <= maxRuns; run += 1) {
    for (let count = 0; count < triesInRun; count += orders.length) await tryEachOrder(true);
    found = pairs.map(([a, b]) => ({ name: `${a} - ${b}`, by: shift(of(a), of(b)) }));
    for (const { name, by } of found) {
      tell(
        `after ${run * triesInRun}: ${name} ${[by.middle, by.low, by.high].map((ms) => ms.toFixed(4)).join(', ')} ms`,
      );
    }
    if (found.every(({ by }) => by.high - by.low <= visible)) break;
  }
  for (const [kind, all] of times) {
    const parts = [0.01, 0.1, 0.5, 0.9, 0.99].map((part) => quantile(all, part).toFixed(3)).join(' ');
    tell(`${kind}: 1, 10, 50, 90, 99 % ${parts}, mean ${mean(all).toFixed(3)} ms`);
  }
  expect([...told]).toHaveLength(1);
  for (const { name, by } of found) {
    expect(by.low <= 0 && by.high >= 0, `${name} differ`).toBe(true);
    expect(Math.max(-by.low, by.high), `${name}: too much noise to tell`).toBeLessThanOrEqual(visible);
  }
}

const post = (path: string, body: unknown, bearer?: string) =>
  send(app.url, path, { method: 'POST', body, ...(bearer && { bearer }) });

/** An account with an authenticator app. */
async function addAdminWithApp() {
  const admin = await addAdmin(app);
  const { token } = (await startSession(app, admin)).session;
  const begun = await post('/account/factors/totp/challenge', undefined, token);
  const { challenge, secret } = begun.json as { challenge: string; secret: string };
  const totp = new TOTP({ secret });
  expect((await post('/account/factors/totp', { challenge, code: totp.generate() }, token)).status).toBe(201);
  return { ...admin, totp };
}

/** An accumulation of failures of one kind would slow down its count. */
const forgetFailures = () => app.database.pool.query('TRUNCATE sign_in_failures');

test('unknown email, wrong password and disabled account, with and without a second factor, take the same time', async () => {
  const [plain, plainDisabled] = [await addAdmin(app), await addAdmin(app)];
  const [withApp, withAppDisabled] = [await addAdminWithApp(), await addAdminWithApp()];
  for (const { email } of [plainDisabled, withAppDisabled]) await disableAccount(app, email);
  // All passwords and emails have the same length, so that only the reason for the refusal differs.
  const wrong = [...testPassword].toReversed().join('');
  const logIn = (email: string, password: string) => () => post('/auth/login', { email, password });
  await expectAlike(
    {
      unknown: logIn(`${'x'.repeat(36)}@example.org`, testPassword),
      wrong: logIn(plain.email, wrong),
      disabled: logIn(plainDisabled.email, testPassword),
      'wrong, with a second factor': logIn(withApp.email, wrong),
      'disabled, with a second factor': logIn(withAppDisabled.email, testPassword),
    },
    forgetFailures,
  );
});

test('a wrong code, a used one and the right one of an app that is closed take the same time', async () => {
  const [open, used, closed] = [await addAdminWithApp(), await addAdminWithApp(), await addAdminWithApp()];
  const query = (sql: string, values: unknown[] = []) => app.database.pool.query(sql, values);
  await query('UPDATE authenticator_apps SET wrong = 1000, last_step = 0 WHERE staff_id = $1', [closed.id]);
  const challengeFor = async ({ email }: { email: string }) => {
    const { json } = await post('/auth/login', { email, password: testPassword });
    return (json as { factor: Challenge }).factor.challenge;
  };
  const challenges = {
    open: await challengeFor(open),
    used: await challengeFor(used),
    closed: await challengeFor(closed),
  };
  const answer = (challenge: string, code: () => string) => () =>
    post('/auth/factor', { challenge, proof: { kind: 'totp', code: code() } });
  await expectAlike(
    {
      wrong: answer(challenges.open, () => open.totp.generate({ timestamp: 0 })),
      used: answer(challenges.used, () => used.totp.generate()),
      closed: answer(challenges.closed, () => closed.totp.generate()),
    },
    async () => {
      await forgetFailures();
      await query("UPDATE challenges SET tries = 0, expires_at = now() + interval '5 minutes'");
      await query('UPDATE authenticator_apps SET wrong = 0 WHERE staff_id <> $1', [closed.id]);
      // Every code that could be valid by now counts as used.
      await query('UPDATE authenticator_apps SET last_step = extract(epoch FROM now()) / 30 + 10 WHERE staff_id = $1', [
        used.id,
      ]);
    },
  );
});
