import { TOTP } from 'otpauth';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/api.ts';
import type { Challenge } from '#contract/auth.ts';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { type Answer, problemOf, send } from '#server/testing/send.ts';
import { addAdmin, startSession, testPassword } from '#server/testing/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const query = (sql: string, values: unknown[]) => app.database.pool.query(sql, values);
const codeOf = (answer: Answer) => [answer.status, problemOf(answer).code];
const asked = [403, 'confirm_identity'];

async function newPerson() {
  const admin = await addAdmin(app);
  const { session } = await startSession(app, admin);
  const bearer = session.token;
  const post = (path: string, body?: unknown) => send(app.url, path, { method: 'POST', body, bearer });
  return {
    ...admin,
    bearer,
    post,
    age: (minutes: number) =>
      // A second more, since a moment is rounded to the next millisecond.
      query('UPDATE sessions SET confirmed_at = now() - make_interval(mins => $2, secs => 1) WHERE staff_id = $1', [
        admin.id,
        minutes,
      ]),
    /** Any call that asks for a confirmation. */
    erase: () => send(app.url, `/admin/users/${randomUUID()}`, { method: 'DELETE', bearer }),
    ask: async () => (await post('/auth/confirmation')).json as Challenge,
  };
}

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

test('wrong passwords count as failed sign-ins', async () => {
  const person = await newPerson();
  const statuses: number[] = [];
  for (let tries = 0; tries < 12; tries += 1) {
    const { challenge } = await person.ask();
    const proof = { kind: 'password', password: 'wrong' };
    statuses.push((await person.post('/auth/confirm', { challenge, proof })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
});
