import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { send } from '#server/testing/send.ts';
import { addAdmin, disableAccount, testPassword } from '#server/testing/staff.ts';

const plenty = 1_000_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    settings: { signInLimitAccountAddress: plenty, signInLimitAddress: plenty, signInLimitAccount: plenty },
  });
});
afterAll(() => app.close());

/** Milliseconds: a difference of this size must be found. */
const visible = 0.1;
/** Standard errors on either side: three comparisons together raise a false alarm in one run of a thousand. */
const z = 3.59;
const triesInRun = 300;
/**
 * Runs are added while noise could hide a difference. Only the width of the interval decides this, never the result.
 */
const maxRuns = 4;

const orders = [
  ['unknown', 'wrong', 'disabled'],
  ['unknown', 'disabled', 'wrong'],
  ['wrong', 'unknown', 'disabled'],
  ['wrong', 'disabled', 'unknown'],
  ['disabled', 'unknown', 'wrong'],
  ['disabled', 'wrong', 'unknown'],
] as const;
type Kind = (typeof orders)[number][number];
const pairs = [
  ['unknown', 'wrong'],
  ['unknown', 'disabled'],
  ['wrong', 'disabled'],
] as const;

const shuffled = <T>(values: readonly T[]) =>
  values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;

/**
 * How far `a` lies above `b`, tries of one round being a pair: Hodges and Lehmann's estimate, with the interval that
 * belongs to Wilcoxon's signed-rank test. It needs no bell curve and drops no try: a slow one, which is other work on
 * the machine, weighs by its rank.
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

test('unknown email, wrong password and disabled account take the same time', async () => {
  const admin = await addAdmin(app);
  const disabled = await addAdmin(app);
  await disableAccount(app, disabled.email);
  // All passwords and emails have the same length, so that only the reason of the answer differs.
  const bodies: Record<Kind, { email: string; password: string }> = {
    unknown: { email: `${'x'.repeat(36)}@example.org`, password: testPassword },
    wrong: { email: admin.email, password: [...testPassword].toReversed().join('') },
    disabled: { email: disabled.email, password: testPassword },
  };
  const attempt = async (kind: Kind) => {
    const began = performance.now();
    const { status } = await send(app.url, '/auth/login', { method: 'POST', body: bodies[kind] });
    const took = performance.now() - began;
    expect(status).toBe(401);
    return took;
  };
  const times: Record<Kind, number[]> = { unknown: [], wrong: [], disabled: [] };
  /** Each order once, so that none profits from the one before it. */
  const tryEachOrder = async (keep: boolean) => {
    // Failures that pile up for one kind would make its count slower.
    await app.database.pool.query('TRUNCATE sign_in_failures');
    for (const order of shuffled(orders)) {
      for (const kind of order) {
        const took = await attempt(kind);
        if (keep) times[kind].push(took);
      }
    }
  };
  const tell = (line: string) => process.stdout.write(`${line}\n`);

  for (let warming = 0; warming < 3; warming += 1) await tryEachOrder(false);
  let found: { name: string; by: ReturnType<typeof shift> }[] = [];
  for (let run = 1; run <= maxRuns; run += 1) {
    for (let tries = 0; tries < triesInRun; tries += orders.length) await tryEachOrder(true);
    found = pairs.map(([a, b]) => ({ name: `${a} - ${b}`, by: shift(times[a], times[b]) }));
    for (const { name, by } of found) {
      tell(
        `after ${run * triesInRun}: ${name} ${[by.middle, by.low, by.high].map((ms) => ms.toFixed(4)).join(', ')} ms`,
      );
    }
    if (found.every(({ by }) => by.high - by.low <= visible)) break;
  }
  for (const [kind, all] of Object.entries(times)) {
    const parts = [0.01, 0.1, 0.5, 0.9, 0.99].map((part) => quantile(all, part).toFixed(3)).join(' ');
    tell(`${kind}: 1, 10, 50, 90, 99 % ${parts}, mean ${mean(all).toFixed(3)} ms`);
  }
  for (const { name, by } of found) {
    expect(by.low <= 0 && by.high >= 0, `${name} differ`).toBe(true);
    expect(Math.max(-by.low, by.high), `${name}: too much noise to tell`).toBeLessThanOrEqual(visible);
  }
});
