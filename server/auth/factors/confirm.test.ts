import { TOTP } from 'otpauth';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/api.ts';
import type { Challenge } from '#contract/auth.ts';
import { unlockStaff } from '#server/auth/accounts.ts';
import { attemptOf } from '#server/auth/limits/limits.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, startSession, testPassword } from '#tests/desk/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const query = (sql: string, values: unknown[]) => app.database.pool.query(sql, values);
const codeOf = (answer: Answer) => [answer.status, problemOf(answer).code];
const asked = [403, 'confirm_identity'];

async function newPerson(desk = app) {
  const admin = await addAdmin(desk);
  const { session } = await startSession(desk, admin);
  const bearer = session.token;
  const post = (path: string, body?: unknown) => send(desk.url, path, { method: 'POST', body, bearer });
  return {
    ...admin,
    bearer,
    post,
    age: (minutes: number) =>
      // A second more, because a time is rounded to the nearest millisecond.
      query('UPDATE sessions SET confirmed_at = now() - make_interval(mins => $2, secs => 1) WHERE staff_id = $1', [
        admin.id,
        minutes,
      ]),
    /** Any call that requires a confirmation. */
    erase: () => send(app.url, `/admin/users/${randomUUID()}`, { method: 'DELETE', bearer }),
    ask: async () => (await post('/auth/confirmation')).json as Challenge,
  };
}

type Person = Awaited<ReturnType<typeof newPerson>>;

const confirming = routes.filter(({ confirm }) => confirm);

test('these calls ask for a confirmation', () => {
  const lines = confirming.map(({ method, path }) => `${method} ${path}`);
  expect(lines).toEqual(
    expect.arrayContaining([
      'POST /admin/staff/invitations',
      'PUT /admin/staff/{id}',
      'POST /admin/staff/{id}/reset',
      'POST /admin/staff/{id}/unlock',
      'POST /admin/staff/{id}/remove-factors',
      'GET /admin/users/export',
      'DELETE /admin/users/{userId}',
      'DELETE /account/factors/{id}',
      'POST /account/factors/recovery-codes',
    ]),
  );
});

test('each of them is refused 15 minutes after signing in, before anything is done, and other calls are not', async () => {
  const { bearer, age } = await newPerson();
  await age(15);
  for (const { method, path } of confirming) {
    const answer = await send(app.url, path.replaceAll(/\{\w+\}/g, randomUUID()), { method, bearer });
    expect([method, path, ...codeOf(answer)]).toEqual([method, path, ...asked]);
  }
  expect((await send(app.url, '/admin/users', { bearer })).status).toBe(200);
});

test('signing in counts as a confirmation for 15 minutes', async () => {
  const { erase, age } = await newPerson();
  await age(14);
  expect((await erase()).status).toBe(404);
});

test('the password confirms this session, for 15 minutes, and no other one', async () => {
  const person = await newPerson();
  const other = await startSession(app, person);
  await person.age(60);
  const { challenge, kinds } = await person.ask();
  expect(kinds).toEqual(['password']);
  const confirm = (password: string) =>
    person.post('/auth/confirm', { challenge, proof: { kind: 'password', password } });
  expect(codeOf(await confirm('wrong'))).toEqual([403, 'wrong_proof']);
  expect(codeOf(await person.erase())).toEqual(asked);
  expect((await confirm(testPassword)).status).toBe(204);
  expect((await person.erase()).status).toBe(404);
  const elsewhere = await send(app.url, `/admin/users/${randomUUID()}`, {
    method: 'DELETE',
    bearer: other.session.token,
  });
  expect(codeOf(elsewhere)).toEqual(asked);
  await person.age(15);
  expect(codeOf(await person.erase())).toEqual(asked);
});

test('the challenge of one session confirms no other one, and none that signs in', async () => {
  const [one, two] = [await newPerson(), await newPerson()];
  const { challenge } = await one.ask();
  const proof = { kind: 'password', password: testPassword };
  expect(codeOf(await two.post('/auth/confirm', { challenge, proof }))).toEqual([403, 'challenge_over']);
  const code = { kind: 'totp', code: '000000' };
  expect(codeOf(await send(app.url, '/auth/factor', { method: 'POST', body: { challenge, proof: code } }))).toEqual([
    401,
    'challenge_over',
  ]);
});

test('with a second factor the password is not enough', async () => {
  const person = await newPerson();
  const begun = (await person.post('/account/factors/totp/challenge')).json as Record<string, string>;
  const totp = new TOTP({ secret: begun.secret ?? '' });
  await person.post('/account/factors/totp', { challenge: begun.challenge, code: totp.generate() });
  await person.age(60);
  const { challenge, kinds } = await person.ask();
  expect(kinds).toEqual(['totp']);
  const confirm = (proof: unknown) => person.post('/auth/confirm', { challenge, proof });
  expect(codeOf(await confirm({ kind: 'password', password: testPassword }))).toEqual([403, 'wrong_proof']);
  const code = totp.generate({ timestamp: Date.now() + 30_000 });
  expect((await confirm({ kind: 'totp', code })).status).toBe(204);
  expect((await person.erase()).status).toBe(404);
});

/** A desk that allows three failures of an account from one address. */
const strictDesk = () =>
  testApp({ settings: { ...app.settings, signInLimitAccountAddress: 3 }, database: app.database });

const logIn = (desk: TestApp, { email }: Person, password: string) =>
  send(desk.url, '/auth/login', { method: 'POST', body: { email, password } });

/** Each call that asks a signed-in person for the password. */
const places = [
  async (_: TestApp, { ask, post }: Person, password: string) =>
    post('/auth/confirm', { challenge: (await ask()).challenge, proof: { kind: 'password', password } }),
  (desk: TestApp, { bearer }: Person, present: string) =>
    send(desk.url, '/account/password', {
      method: 'PUT',
      body: { present, password: 'quiet-harmattan-window-81' },
      bearer,
    }),
];

test('guesses of a password count together for all sessions of an account; they are logged, and sessions stay open', async () => {
  const desk = await strictDesk();
  const person = await newPerson(desk);
  const other = await startSession(desk, person);
  const refusedOf = async (which: string, ...values: string[]) => {
    const sum = `SELECT coalesce(sum(count), 0)::int AS n FROM operations WHERE action = 'refuse' AND ${which}`;
    return Number((await query(sum, values)).rows[0]?.n);
  };
  const ofNobody = await refusedOf('entity_id IS NULL');

  const wrong: Answer[] = [];
  for (const at of [...places, ...places.slice(0, 1)]) wrong.push(await at(desk, person, 'wrong'));
  expect(wrong.map(({ status }) => status)).toEqual([403, 422, 403]);
  for (const at of places) {
    const answer = await at(desk, person, testPassword);
    expect([...codeOf(answer), problemOf(answer).detail]).toEqual([
      429,
      'too_many_tries',
      'Too many failed tries. Wait a few minutes, then try again.',
    ]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(840);
  }
  for (const bearer of [person.bearer, other.session.token]) {
    expect((await send(desk.url, '/account', { bearer })).status).toBe(200);
  }

  await desk.close();
  expect(await refusedOf('entity_id = $1', person.id)).toBe(3);
  expect(await refusedOf('entity_id IS NULL')).toBe(ofNobody + places.length);
});

test('guesses of strangers do not keep a signed-in person from confirming, and the other way round', async () => {
  const desk = await strictDesk();
  for (const guessed of [[logIn], places]) {
    const person = await newPerson(desk);
    const [blocked, free] = guessed === places ? [places, [logIn]] : [[logIn], places];
    for (let tries = 0; tries < 3; tries += 1) await guessed[tries % guessed.length]?.(desk, person, 'wrong');
    for (const at of blocked) expect((await at(desk, person, testPassword)).status).toBe(429);
    for (const at of free) expect((await at(desk, person, testPassword)).status).toBeLessThan(300);
    await unlockStaff(desk.database.db, person.email);
    const counted = (['stranger', 'session'] as const).map((trier) => attemptOf(person.email, '', trier).account);
    expect((await query('SELECT FROM sign_in_failures WHERE account = ANY($1)', [counted])).rowCount).toBe(0);
  }
  await desk.close();
});

test('the right password takes the failures back, wherever it is asked for', async () => {
  const desk = await strictDesk();
  const statuses = [logIn, ...places].map(async (at) => {
    const person = await newPerson(desk);
    const tried: number[] = [];
    for (const password of ['wrong', 'wrong', testPassword, 'wrong', 'wrong']) {
      tried.push((await at(desk, person, password)).status);
    }
    return tried;
  });
  expect(await Promise.all(statuses)).toEqual([
    [401, 401, 200, 401, 401],
    [403, 403, 204, 403, 403],
    [422, 422, 204, 422, 422],
  ]);
  await desk.close();
});
