import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import type { Challenge } from '#contract/auth.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, startSession, testPassword } from '#tests/desk/staff.ts';

const guesses = 10_000;
/** The quarters of an hour over which they are spread: the limits of sign-ins count per quarter of an hour. */
const quarters = 25;
const atOnce = 20;
/**
 * The failures of one account that the limits allow in a quarter of an hour, including right passwords before a code.
 */
const mostFailures = 100;
/** The number of wrong codes in a row that an app allows. */
const mostWrong = 100;

let addresses = 0;
const nextAddress = () => {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

const post = (app: TestApp, path: string, body: unknown, bearer?: string) =>
  send(app.url, path, {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': nextAddress() },
    ...(bearer && { bearer }),
  });

test(`of ${guesses} guesses of a code by somebody who has the password and many addresses, ${mostWrong} are looked at`, async () => {
  const settings = { trustProxy: 1 };
  const app = await testApp({ settings });
  const query = (sql: string, values: unknown[] = []) => app.database.pool.query<{ n: number }>(sql, values);
  const owner = await addAdmin(app);
  const bearer = (await startSession(app, owner)).session.token;
  const begun = (await post(app, '/account/factors/totp/challenge', undefined, bearer)).json as Record<string, string>;
  const totp = new TOTP({ secret: begun.secret ?? '' });
  const shown = (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  const added = await post(app, '/account/factors/totp', { challenge: begun.challenge, code: shown() }, bearer);
  expect(added.status).toBe(201);
  const made = await post(app, '/account/factors/recovery-codes', undefined, bearer);
  const [recoveryCode] = (made.json as { codes: string[] }).codes;
  await query('UPDATE authenticator_apps SET last_step = 0');

  const logIn = async (desk: TestApp) => {
    const answer = await post(desk, '/auth/login', { email: owner.email, password: testPassword });
    return answer.status === 200 ? (answer.json as { factor: Challenge }).factor.challenge : null;
  };
  const wrongInARow = async () => (await query('SELECT wrong AS n FROM authenticator_apps')).rows[0]?.n ?? NaN;

  let guessed = 0;
  /** The next code, skipping the currently valid ones: a lucky guess would prove nothing. */
  const nextGuess = () => {
    const right = new Set([-1, 0, 1, 2].map((steps) => shown(steps)));
    let code = '';
    do {
      guessed += 1;
      code = String(guessed).padStart(6, '0');
    } while (right.has(code));
    return code;
  };

  /** Guesses for a quarter of an hour, and returns the number of each kind of response. */
  async function guessOn(desk: TestApp, until: number) {
    const answers = new Map<string, number>();
    let last = '';
    const one = async () => {
      while (guessed < until) {
        const challenge = (await logIn(desk)) ?? last;
        last = challenge;
        // One more than a challenge allows.
        for (let tries = 0; tries < 6 && challenge; tries += 1) {
          const proof = { kind: 'totp', code: nextGuess() };
          const code = problemOf(await post(desk, '/auth/factor', { challenge, proof })).code;
          answers.set(code, (answers.get(code) ?? 0) + 1);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    return answers;
  }

  let looked = 0;
  for (let quarter = 1; quarter <= quarters; quarter += 1) {
    // Another process each time, without any memory of earlier tries.
    const desk = await testApp({ settings, database: app.database });
    const before = await wrongInARow();
    const answers = await guessOn(desk, (guesses / quarters) * quarter);
    looked += (await wrongInARow()) - before;
    expect(
      [...answers.keys()].filter((code) => !['wrong_proof', 'challenge_over', 'too_many_tries'].includes(code)),
    ).toEqual([]);
    expect(answers.get('wrong_proof') ?? 0).toBeLessThanOrEqual(mostFailures);
    const { rows } = await query(
      "SELECT count(*)::int AS n FROM sign_in_failures WHERE at > now() - interval '15 minutes'",
    );
    expect(rows[0]?.n).toBe(mostFailures);
    await desk.close();
    await query("UPDATE sign_in_failures SET at = at - interval '15 minutes'");
    await query("UPDATE challenges SET expires_at = expires_at - interval '15 minutes'");
  }
  expect(guessed).toBeGreaterThanOrEqual(guesses);
  expect([looked, await wrongInARow()]).toEqual([mostWrong, mostWrong]);

  // The right code no longer works; a recovery code does.
  const end = async (proof: unknown) =>
    (await post(app, '/auth/factor', { challenge: await logIn(app), proof })).status;
  expect(await end({ kind: 'totp', code: shown() })).toBe(401);
  expect(await end({ kind: 'recovery-code', code: recoveryCode })).toBe(200);
  await app.close();
});
