import { TOTP } from 'otpauth';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Challenge, Session } from '#contract/auth.ts';
import { type Factor, type Factors, maxPasskeys } from '#contract/factors.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { softPasskey } from '#tests/desk/passkey.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { failNext } from '#tests/load/faults.ts';
import { addAdmin, disableAccount, giveNewPassword, startSession, testPassword } from '#tests/desk/staff.ts';

const plenty = 1_000_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { signInLimitAddress: plenty, publicUrl: 'http://localhost' } });
});
afterAll(() => app.close());

const origin = 'http://localhost';
const post = (path: string, body: unknown, bearer?: string, desk = app) =>
  send(desk.url, path, { method: 'POST', body, ...(bearer && { bearer }) });
const query = (sql: string, values: unknown[] = []) => app.database.pool.query<Record<string, unknown>>(sql, values);
const codeOf = (answer: Answer) => [answer.status, problemOf(answer).code];
const refused = [401, 'wrong_proof'];
const over = [401, 'challenge_over'];

/** The response that begins the adding of a factor. */
type Begun = { challenge: string; secret: string; address: string; passkey: Challenge['passkey'] };
const begin = async ({ account }: Person, kind: Factor['kind']) => (await account(`${kind}/challenge`)).json as Begun;
const idOf = ({ status, json }: Answer) => {
  expect(status).toBe(201);
  return (json as Factor).id;
};

type Person = Awaited<ReturnType<typeof newPerson>>;

async function newPerson(desk = app) {
  const admin = await addAdmin(desk);
  const { session } = await startSession(desk, admin);
  const bearer = session.token;
  const account = (path: string, body?: unknown) => post(`/account/factors/${path}`, body, bearer, desk);
  return { ...admin, bearer, account };
}

/** Adds an authenticator app; `code` is its code a number of 30-second steps from now. */
async function addApp(person: Person) {
  const { challenge, secret, address } = await begin(person, 'totp');
  const app = new TOTP({ secret });
  const code = (steps = 0) => app.generate({ timestamp: Date.now() + steps * 30_000 });
  const id = idOf(await person.account('totp', { challenge, code: code() }));
  // The current code can then be used once more.
  await query('UPDATE authenticator_apps SET last_step = 0 WHERE id = $1', [id]);
  return { code, id, address, secret };
}

async function addPasskey(person: Person, name = 'Laptop') {
  const passkey = softPasskey();
  const begun = await begin(person, 'passkey');
  const made = passkey.made({ challenge: begun.passkey?.challenge ?? '', origin });
  const added = await person.account('passkey', { challenge: begun.challenge, name, ...made });
  return { ...passkey, factorId: idOf(added) };
}

const makeCodes = async ({ account }: Person) => ((await account('recovery-codes')).json as { codes: string[] }).codes;

const logIn = ({ email }: { email: string }, password = testPassword) => post('/auth/login', { email, password });

/** The challenge after the password. */
async function ask(person: { email: string }): Promise<Challenge> {
  const answer = await logIn(person);
  expect(answer.status).toBe(200);
  return (answer.json as { factor: Challenge }).factor;
}

const end = ({ challenge }: { challenge: string }, proof: unknown, desk = app) =>
  post('/auth/factor', { challenge, proof }, undefined, desk);
/** Another process on the same database. */
const anotherProcess = () => testApp({ settings: app.settings, database: app.database });
const totp = (code: string) => ({ kind: 'totp', code });
const sign = (passkey: Pick<ReturnType<typeof softPasskey>, 'proof'>, challenge: Challenge, more = {}) =>
  passkey.proof({ challenge: challenge.passkey?.challenge ?? '', origin, ...more });
/**
 * Ends all challenges, a second ago, because times are rounded to the millisecond, and the next call may come sooner.
 */
const endChallenges = () => query("UPDATE challenges SET expires_at = now() - interval '1 second'");

describe('an authenticator app', () => {
  test('is asked for after the password, and its code opens a session with a cookie', async () => {
    const person = await newPerson();
    const { code } = await addApp(person);
    const answer = await logIn(person);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
    expect(answer.json).toEqual({
      factor: { challenge: expect.stringMatching(/^[\w-]{43}$/), kinds: ['totp'], passkey: null },
    });
    const ended = await end((answer.json as { factor: Challenge }).factor, totp(code()));
    expect(ended.status).toBe(200);
    expect(ended.json).toEqual({
      token: expect.any(String),
      expiresAt: expect.any(String),
      admin: {
        id: person.id,
        email: person.email,
        name: person.name,
        role: person.role,
        qualification: person.qualification,
      },
      placeholders: { emergency: '112', helpline: '' },
    });
    expect(ended.headers['set-cookie']?.[0]).toMatch(/^awa_desk_/);
    const account = await send(app.url, '/account', { bearer: (ended.json as Session).token });
    type Sessions = { sessions: { current: boolean; from: string }[] };
    const own = (account.json as Sessions).sessions.find(({ current }) => current);
    expect(own?.from).toBe('A program, 127.0.0.1');
  });

  test('is described to apps as RFC 6238 codes of this desk and account', async () => {
    const person = await newPerson();
    const { address, secret } = await addApp(person);
    expect(address).toMatch(/^otpauth:\/\/totp\/Awa%20Desk:/);
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      issuer: 'Awa Desk',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  test('a code is accepted once, and so is no older one', async () => {
    const person = await newPerson();
    const { code } = await addApp(person);
    const used = code();
    expect((await end(await ask(person), totp(used))).status).toBe(200);
    for (const old of [used, code(-1)]) expect(codeOf(await end(await ask(person), totp(old)))).toEqual(refused);
    expect((await end(await ask(person), totp(code(1)))).status).toBe(200);
  });

  test('of five tries with the same code at the same moment, at two processes, one succeeds', async () => {
    const person = await newPerson();
    const { code } = await addApp(person);
    const other = await anotherProcess();
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask(person)));
    const proof = totp(code());
    const answers = await Promise.all(asked.map((challenge, n) => end(challenge, proof, n % 2 === 0 ? app : other)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
    await other.close();
  });

  test.each([-3, -2, 2, 3])('the code of %i steps from now is refused', async (steps) => {
    const person = await newPerson();
    const { code } = await addApp(person);
    // The current step may change between the two calls, towards the code.
    const away = steps < 0 ? steps : steps + 1;
    expect(codeOf(await end(await ask(person), totp(code(away))))).toEqual(refused);
  });

  test('a challenge takes five tries, and then no right code either', async () => {
    const person = await newPerson();
    const { code } = await addApp(person);
    const challenge = await ask(person);
    for (let tries = 0; tries < 5; tries += 1) expect(codeOf(await end(challenge, totp('000000')))).toEqual(refused);
    expect(codeOf(await end(challenge, totp(code())))).toEqual(over);
  });

  test('a challenge is over after five minutes, and after it was answered', async () => {
    const person = await newPerson();
    const { code } = await addApp(person);
    const challenge = await ask(person);
    await endChallenges();
    expect(codeOf(await end(challenge, totp(code())))).toEqual(over);
    const next = await ask(person);
    expect((await end(next, totp(code()))).status).toBe(200);
    expect(codeOf(await end(next, totp(code(1))))).toEqual(over);
  });

  test('guesses: a hundred wrong codes in a row close the app, and ten from one address end the tries', async () => {
    const person = await newPerson();
    const { code } = await addApp(person);
    const guesses = async (count: number) => {
      for (let tries = 0; tries < count; tries += 1) {
        await query('DELETE FROM sign_in_failures');
        await query('UPDATE challenges SET tries = 0');
        await query('UPDATE authenticator_apps SET wrong = wrong + 97 WHERE staff_id = $1 AND wrong = 1', [person.id]);
        const answer = await end(challenge, totp('000000'));
        expect([401, 429]).toContain(answer.status);
      }
    };
    const challenge = await ask(person);
    await guesses(3);
    const { rows } = await query('SELECT wrong FROM authenticator_apps WHERE staff_id = $1', [person.id]);
    expect(rows).toEqual([{ wrong: 100 }]);
    expect(codeOf(await end(await ask(person), totp(code())))).toEqual(refused);
    // Each of them counts as a failed sign-in, of which an account has 100 in 15 minutes, so the test deletes them.
    await query('DELETE FROM sign_in_failures');
    const statuses: number[] = [];
    for (let tries = 0; tries < 15; tries += 1) {
      await query('UPDATE challenges SET tries = 0');
      statuses.push((await end(challenge, totp('000000'))).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });

  test('there is one of them, and a second one is refused in words', async () => {
    const person = await newPerson();
    await addApp(person);
    expect(codeOf(await person.account('totp/challenge'))).toEqual([409, 'app_exists']);
  });

  test('is not added by a wrong code, nor for the challenge of another session', async () => {
    const [one, two] = [await newPerson(), await newPerson()];
    const { challenge, secret } = await begin(one, 'totp');
    const code = new TOTP({ secret }).generate();
    expect(codeOf(await two.account('totp', { challenge, code }))).toEqual([403, 'challenge_over']);
    expect(codeOf(await one.account('totp', { challenge, code: '000000' }))).toEqual([403, 'wrong_proof']);
    expect((await one.account('totp', { challenge, code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(201);
  });
});

describe('a recovery code', () => {
  test('signs in once, however it is written, and the others stay', async () => {
    const person = await newPerson();
    await addApp(person);
    const codes = await makeCodes(person);
    expect(new Set(codes).size).toBe(10);
    const proof = { kind: 'recovery-code', code: ` ${codes[0]?.toUpperCase().replaceAll('-', ' ')}` };
    const challenge = await ask(person);
    expect(challenge.kinds).toEqual(['totp', 'recovery-code']);
    expect((await end(challenge, proof)).status).toBe(200);
    expect(codeOf(await end(await ask(person), proof))).toEqual(refused);
    const { json } = await send(app.url, '/account/factors', { bearer: person.bearer });
    expect((json as Factors).recoveryCodes).toBe(9);
  });

  test('is used once also by five calls at the same moment, at two processes', async () => {
    const person = await newPerson();
    await addApp(person);
    const [code] = await makeCodes(person);
    const other = await anotherProcess();
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask(person)));
    const proof = { kind: 'recovery-code', code };
    const answers = await Promise.all(asked.map((challenge, n) => end(challenge, proof, n % 2 === 0 ? app : other)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
    await other.close();
  });

  test('of another account does not', async () => {
    const [one, two] = [await newPerson(), await newPerson()];
    for (const person of [one, two]) await addApp(person);
    const [code] = await makeCodes(one);
    expect(codeOf(await end(await ask(two), { kind: 'recovery-code', code }))).toEqual(refused);
  });

  test('is worth nothing once there are new ones, or no factor', async () => {
    const person = await newPerson();
    expect(codeOf(await person.account('recovery-codes'))).toEqual([409, 'no_factor']);
    const { id } = await addApp(person);
    const [code] = await makeCodes(person);
    await makeCodes(person);
    expect(codeOf(await end(await ask(person), { kind: 'recovery-code', code }))).toEqual(refused);
    const removed = await send(app.url, `/account/factors/${id}`, { method: 'DELETE', bearer: person.bearer });
    expect(removed.status).toBe(204);
    expect((await query('SELECT FROM recovery_codes WHERE staff_id = $1', [person.id])).rowCount).toBe(0);
    expect((await logIn(person)).json).toHaveProperty('token');
  });
});

describe('a passkey', () => {
  test('is made with algorithms that every version of Node can check', async () => {
    const { passkey } = await begin(await newPerson(), 'passkey');
    expect(passkey).toMatchObject({ pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })) });
  });

  test('is a second factor', async () => {
    const person = await newPerson();
    const passkey = await addPasskey(person);
    const challenge = await ask(person);
    expect(challenge.kinds).toEqual(['passkey']);
    expect(challenge.passkey?.allowCredentials).toMatchObject([{ id: passkey.id, transports: ['internal'] }]);
    expect((await end(challenge, sign(passkey, challenge))).status).toBe(200);
  });

  test('is not bypassed by anything weaker', async () => {
    const person = await newPerson();
    await addPasskey(person);
    const challenge = await ask(person);
    expect((await end(challenge, { kind: 'password', password: testPassword })).status).toBe(422);
    expect(codeOf(await end(challenge, totp('123456')))).toEqual(refused);
    expect(codeOf(await end(challenge, { kind: 'recovery-code', code: 'a'.repeat(24) }))).toEqual(refused);
  });

  test('belongs to PUBLIC_URL, without one to the port of this machine, and never to an address from a caller or a proxy', async () => {
    const direct = await testApp();
    const behindProxy = await testApp({ settings: { trustProxy: 1 }, database: direct.database });
    const { port } = new URL(direct.url);
    const began = async (desk: TestApp, headers: Record<string, string> = {}) =>
      send(desk.url, '/auth/passkey', { method: 'POST', headers });
    const here = await began(direct, { host: `localhost:${port}`, 'x-forwarded-host': 'desk.example.org' });
    expect((here.json as Challenge).passkey?.rpId).toBe('localhost');
    const said = { 'x-forwarded-host': 'desk.example.org', 'x-forwarded-proto': 'https' };
    for (const refused of [
      await began(direct, { host: 'desk.example.org' }),
      await began(direct, { host: 'localhost:1' }),
      await began(direct, { host: '[' }),
      await began(behindProxy, said),
    ]) {
      expect(codeOf(refused)).toEqual([409, 'site_unknown']);
      expect(problemOf(refused).detail).toContain('PUBLIC_URL');
    }
    const fixed = (await began(app, { host: 'desk.example.org' })).json as Challenge;
    expect(fixed.passkey?.rpId).toBe('localhost');

    // A person with other factors continues with those.
    const person = await newPerson();
    const { code } = await addApp(person);
    const passkey = await addPasskey(person);
    const elsewhere = await testApp({ database: app.database });
    const login = (desk: TestApp) =>
      send(desk.url, '/auth/login', {
        method: 'POST',
        body: { email: person.email, password: testPassword },
        headers: { host: 'desk.example.org' },
      });
    const { factor } = (await login(elsewhere)).json as { factor: Challenge };
    expect(factor).toMatchObject({ kinds: ['totp'], passkey: null });
    const forged = sign(passkey, { ...factor, passkey: { challenge: 'AAAA' } });
    expect(codeOf(await end(factor, forged, elsewhere))).toEqual(refused);
    expect((await end(factor, totp(code()), elsewhere)).status).toBe(200);
    const only = await newPerson();
    await addPasskey(only);
    person.email = only.email;
    expect(codeOf(await login(elsewhere))).toEqual([409, 'site_unknown']);
    await elsewhere.close();
    await behindProxy.close();
    await direct.close();
  });

  test('is the only step of signing in', async () => {
    const person = await newPerson();
    const passkey = await addPasskey(person);
    const challenge = (await post('/auth/passkey', undefined)).json as Challenge;
    expect(challenge.kinds).toEqual(['passkey']);
    expect(challenge.passkey).not.toHaveProperty('allowCredentials');
    const answer = await end(challenge, sign(passkey, challenge));
    expect((answer.json as Session).admin.email).toBe(person.email);
  });

  const wrongs: [string, object | ((challenge: Challenge) => object)][] = [
    ['signed for another origin', { origin: 'http://localhost:1' }],
    ['signed for https', { origin: 'https://localhost' }],
    ['of another host', { rpId: 'example.org' }],
    ['without a finger or a PIN', { verified: false }],
    ['signed for another challenge', { challenge: 'AAAA' }],
    ['signed for the token itself', ({ challenge }) => ({ challenge })],
    ['of a copy, whose counter is behind', { counter: 1 }],
    ['of a copy, whose counter stands still', { counter: 7 }],
  ];

  test.each(wrongs)('that is %s is refused', async (_, more) => {
    const person = await newPerson();
    const passkey = await addPasskey(person);
    const first = await ask(person);
    expect((await end(first, sign(passkey, first, { counter: 7 }))).status).toBe(200);
    const challenge = await ask(person);
    const wrong = sign(passkey, challenge, typeof more === 'function' ? more(challenge) : more);
    expect(codeOf(await end(challenge, wrong))).toEqual(refused);
    expect((await end(challenge, sign(passkey, challenge, { counter: 8 }))).status).toBe(200);
  });

  test('a replayed answer is refused, for its own challenge and for a new one', async () => {
    const person = await newPerson();
    const passkey = await addPasskey(person);
    const challenge = await ask(person);
    const proof = sign(passkey, challenge);
    expect((await end(challenge, proof)).status).toBe(200);
    expect(codeOf(await end(challenge, proof))).toEqual(over);
    expect(codeOf(await end(await ask(person), proof))).toEqual(refused);
  });

  test('of another account, or an unknown one, is refused with the same bytes', async () => {
    const [one, two] = [await newPerson(), await newPerson()];
    const [, other] = [await addPasskey(one), await addPasskey(two)];
    const challenge = await ask(one);
    const answers = [
      await end(challenge, sign(other, challenge)),
      await end(challenge, sign(softPasskey(), challenge)),
      await end(challenge, { ...sign(other, challenge), signature: 'AAAA' }),
      await end(challenge, { ...sign(other, challenge), clientDataJSON: 'AAAA', authenticatorData: '_' }),
    ].map(({ status, text, headers: { 'x-request-id': id } }) => [status, text.replace(String(id), 'ID')]);
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]?.[0]).toBe(401);
  });

  test('that is added twice, or for another site, is refused', async () => {
    const person = await newPerson();
    const passkey = softPasskey();
    const add = async (more = {}) => {
      const begun = await begin(person, 'passkey');
      const made = passkey.made({ challenge: begun.passkey?.challenge ?? '', origin, ...more });
      return person.account('passkey', { challenge: begun.challenge, name: 'Phone', ...made });
    };
    expect(codeOf(await add({ origin: 'http://example.org' }))).toEqual([403, 'wrong_proof']);
    expect(codeOf(await add({ verified: false }))).toEqual([403, 'wrong_proof']);
    expect((await add()).json).toMatchObject({ kind: 'passkey', name: 'Phone', usedAt: null });
    expect(codeOf(await add())).toEqual([403, 'wrong_proof']);
  });

  test('that was begun before there were ten does not become the eleventh', async () => {
    const person = await newPerson();
    const begun: Begun[] = [];
    for (let count = 0; count <= maxPasskeys; count += 1) begun.push(await begin(person, 'passkey'));
    const answers: Answer[] = [];
    for (const { challenge, passkey } of begun) {
      const made = softPasskey().made({ challenge: passkey?.challenge ?? '', origin });
      answers.push(await person.account('passkey', { challenge, name: 'Phone', ...made }));
    }
    const last = answers.pop();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(last && codeOf(last)).toEqual([409, 'too_many_passkeys']);
  });
});

/** Reports whether the commit of the next call with a transaction of several statements waits for the disk. */
function watchCommit() {
  let waits: unknown;
  const happen = async (client: pg.PoolClient) => {
    const { rows } = await client.query<{ on: string }>("SELECT current_setting('synchronous_commit') AS on");
    waits = rows[0]?.on;
  };
  // The statements: begin, end the challenge, use the proof up, start the session.
  const { statements } = failNext(app.database.pool, { at: 5, happen });
  return () => [waits, statements.at(-1)];
}

test('what is used up at the second step is on the disk before anybody is told', async () => {
  const person = await newPerson();
  const { code } = await addApp(person);
  const [recoveryCode] = await makeCodes(person);
  for (const proof of [totp(code()), { kind: 'recovery-code', code: recoveryCode }]) {
    const challenge = await ask(person);
    const committed = watchCommit();
    expect((await end(challenge, proof)).status).toBe(200);
    expect(committed()).toEqual(['on', 'commit']);
  }
});

describe('the account', () => {
  const changes: [string, (email: string) => Promise<unknown>][] = [
    ['is disabled', (email) => disableAccount(app, email)],
    ['gets a new password', (email) => giveNewPassword(app, email)],
  ];

  test.each(changes)('that %s while the second step is open gets no session', async (_, change) => {
    const person = await newPerson();
    const { code } = await addApp(person);
    const challenge = await ask(person);
    await change(person.email);
    expect((await end(challenge, totp(code()))).status).toBe(401);
  });

  test('a passkey of a disabled account is refused as a wrong one is', async () => {
    const person = await newPerson();
    const passkey = await addPasskey(person);
    await disableAccount(app, person.email);
    const challenge = (await post('/auth/passkey', undefined)).json as Challenge;
    expect(codeOf(await end(challenge, sign(passkey, challenge)))).toEqual(refused);
  });

  test('lists its own factors alone, and changes of them are in the log', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const passkey = await addPasskey(person, 'Ada’s phone');
    const { id } = await addApp(person);
    const of = async ({ bearer }: Person) => (await send(app.url, '/account/factors', { bearer })).json as Factors;
    expect((await of(person)).factors).toMatchObject([
      { id: passkey.factorId, kind: 'passkey', name: 'Ada’s phone' },
      { id, kind: 'totp', name: '' },
    ]);
    expect(await of(other)).toEqual({ factors: [], recoveryCodes: 0, required: false });
    const take = (bearer: string) => send(app.url, `/account/factors/${id}`, { method: 'DELETE', bearer });
    expect((await take(other.bearer)).status).toBe(404);
    expect((await take(person.bearer)).status).toBe(204);
    const log = "SELECT action FROM operations WHERE entity_id = $1 AND action LIKE '%factor' ORDER BY at, id";
    const { rows } = await query(log, [person.id]);
    expect(rows.map(({ action }) => action)).toEqual(['add-factor', 'add-factor', 'remove-factor']);
  });

  test('the database holds no token and no recovery code, and with FACTOR_KEY no secret of an app', async () => {
    const desk = await testApp({ settings: { factorKey: Buffer.alloc(32, 7) } });
    const person = await newPerson(desk);
    const { challenge, secret } = await begin(person, 'totp');
    const app = new TOTP({ secret });
    await person.account('totp', { challenge, code: app.generate() });
    const pending = await begin(person, 'passkey');
    const codes = await makeCodes(person);
    const { rows } = await desk.database.pool.query<{ dump: string }>(
      `SELECT string_agg(row::text, '') AS dump FROM (SELECT a::text FROM authenticator_apps a UNION ALL
        SELECT c::text FROM challenges c UNION ALL SELECT r::text FROM recovery_codes r) AS row`,
    );
    const dump = rows[0]?.dump ?? '';
    const inHex = (text: string) => Buffer.from(text).toString('hex');
    expect(dump.length).toBeGreaterThan(500);
    for (const secret of [pending.challenge, ...codes]) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(inHex(secret));
    }
    expect(dump).not.toContain(Buffer.from(app.secret.bytes).toString('hex'));
    const login = await post('/auth/login', { email: person.email, password: testPassword }, undefined, desk);
    const { factor } = login.json as { factor: Challenge };
    const proof = totp(app.generate({ timestamp: Date.now() + 30_000 }));
    expect((await post('/auth/factor', { challenge: factor.challenge, proof }, undefined, desk)).status).toBe(200);
    await desk.close();
  });

  test('with an app whose secret FACTOR_KEY does not open is told so, and signs in with a recovery code', async () => {
    const before = await testApp({ settings: { factorKey: Buffer.alloc(32, 7) } });
    const person = await newPerson(before);
    const { challenge, secret } = await begin(person, 'totp');
    const app = new TOTP({ secret });
    await person.account('totp', { challenge, code: app.generate() });
    const [code] = await makeCodes(person);
    for (const factorKey of [Buffer.alloc(32, 8), null]) {
      const desk = await testApp({ settings: { factorKey }, database: before.database });
      const login = await post('/auth/login', { email: person.email, password: testPassword }, undefined, desk);
      const { factor } = login.json as { factor: Challenge };
      expect(codeOf(await end(factor, totp(app.generate()), desk))).toEqual([409, 'secret_unreadable']);
      if (!factorKey) expect((await end(factor, { kind: 'recovery-code', code }, desk)).status).toBe(200);
      await desk.close();
    }
    await before.close();
  });
});

describe('REQUIRE_SECOND_FACTOR', () => {
  test('holds for sessions that were open before it was set, unless their account has a factor', async () => {
    const before = await testApp();
    const [without, withOne] = [await newPerson(before), await newPerson(before)];
    const { challenge, secret } = (await withOne.account('totp/challenge')).json as Begun;
    await withOne.account('totp', { challenge, code: new TOTP({ secret }).generate() });
    const after = await testApp({ settings: { requireSecondFactor: true }, database: before.database });
    const get = ({ bearer }: Person) => send(after.url, '/admin/users', { bearer });
    expect(codeOf(await get(without))).toEqual([403, 'factor_missing']);
    expect((await get(withOne)).status).toBe(200);
    expect((await post('/auth/refresh', undefined, without.bearer, after)).json).toMatchObject({ mustAddFactor: true });
    await after.close();
    await before.close();
  });

  test('lets a session without one set it up, and nothing else', async () => {
    const desk = await testApp({ settings: { requireSecondFactor: true } });
    const { email } = await addAdmin(desk);
    const signIn = async () =>
      (await post('/auth/login', { email, password: testPassword }, undefined, desk)).json as Session;
    const session = await signIn();
    expect(session.mustAddFactor).toBe(true);
    const bearer = session.token;
    const { token: elsewhere } = await signIn();
    const get = (path: string) => send(desk.url, path, { bearer });
    for (const path of ['/admin/users', '/admin/bin', '/admin/nothing']) {
      expect(codeOf(await get(path))).toEqual([403, 'factor_missing']);
    }
    expect((await get('/account/factors')).json).toMatchObject({ factors: [], required: true });
    expect((await post('/auth/refresh', undefined, bearer, desk)).json).toMatchObject({ mustAddFactor: true });
    const begun = (await post('/account/factors/totp/challenge', undefined, bearer, desk)).json as Record<
      string,
      string
    >;
    const code = new TOTP({ secret: begun.secret ?? '' }).generate();
    const added = await post('/account/factors/totp', { challenge: begun.challenge, code }, bearer, desk);
    expect(added.status).toBe(201);
    expect((await get('/admin/users')).status).toBe(200);
    // The other session has not shown the factor, so it ends.
    expect((await send(desk.url, '/account/factors', { bearer: elsewhere })).status).toBe(401);
    expect((await post('/auth/refresh', undefined, bearer, desk)).json).not.toHaveProperty('mustAddFactor');
    // The same for a session that was started while the factor was added.
    await desk.database.pool.query('UPDATE sessions SET must_add_factor = true');
    const late = (await post('/account/factors/passkey/challenge', undefined, bearer, desk)).json as Begun;
    const made = softPasskey().made({ challenge: late.passkey?.challenge ?? '', origin: desk.url });
    const another = { challenge: late.challenge, name: 'Mine', ...made };
    expect(codeOf(await post('/account/factors/passkey', another, bearer, desk))).toEqual([403, 'challenge_over']);
    await desk.database.pool.query('UPDATE sessions SET must_add_factor = false');
    const { id } = added.json as Factor;
    const last = await send(desk.url, `/account/factors/${id}`, { method: 'DELETE', bearer });
    expect(codeOf(last)).toEqual([409, 'last_factor']);
    await desk.close();
  });
});

test('tries at the second step that a limit refuses stand in the log, as those at the first one do', async () => {
  const desk = await testApp({ settings: { ...app.settings, signInLimitAccountAddress: 2 }, database: app.database });
  const person = await newPerson();
  await addApp(person);
  const challenge = await ask(person);
  const statuses = [
    (await end(challenge, totp('000000'), desk)).status,
    (await end(challenge, totp('000000'), desk)).status,
  ];
  expect(statuses).toEqual([401, 429]);
  const count = async () => {
    const sum =
      "SELECT coalesce(sum(count), 0)::int AS n FROM operations WHERE action = 'refuse' AND entity_id IS NULL";
    return Number((await query(sum)).rows[0]?.n);
  };
  const before = await count();
  await desk.close();
  expect(await count()).toBe(before + 1);
});

test('strangers get fifty challenges from one address at once', async () => {
  await query('DELETE FROM challenges');
  const statuses: number[] = [];
  for (let tries = 0; tries < 52; tries += 1) statuses.push((await post('/auth/passkey', undefined)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
  expect(statuses.at(-1)).toBe(429);
  await endChallenges();
  expect((await post('/auth/passkey', undefined)).status).toBe(200);
});
