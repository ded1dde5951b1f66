import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#contract/auth.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { testDatabase } from '#tests/database/database.ts';
import { holdLock } from '#tests/database/locks.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, disableAccount, giveNewPassword, startSession, testPassword } from '#tests/desk/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { signInLimitAddress: 1_000_000 } });
});
afterAll(() => app.close());

const signIn = (email: unknown, password: unknown = testPassword, desk = app) =>
  send(desk.url, '/auth/login', { method: 'POST', body: { email, password } });
const sessionOf = (answer: Answer) => answer.json as Session;
const call = (path: string, bearer: string, method = 'GET') => send(app.url, path, { method, bearer });
const statusOf = async (bearer: string) => (await call('/auth/session', bearer)).status;
const query = (sql: string, values: unknown[] = []) => app.database.pool.query<Record<string, unknown>>(sql, values);
const refreshBy = (headers: Record<string, string>, desk = app) =>
  send(desk.url, '/auth/refresh', { method: 'POST', headers });

describe('signing in', () => {
  test('gives a bearer for 15 minutes, the account, and a cookie', async () => {
    const admin = await addAdmin(app);
    const answer = await signIn(admin.email);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: expect.any(String),
      admin,
      placeholders: { emergency: '112', helpline: '' },
    });
    const { token, expiresAt } = sessionOf(answer);
    const { rows } = await query('SELECT extract(epoch FROM $1::timestamptz - now()) AS seconds', [expiresAt]);
    expect(Number(rows[0]?.seconds)).toBeGreaterThan(890);
    expect(Number(rows[0]?.seconds)).toBeLessThanOrEqual(900);
    expect((await call('/auth/session', token)).json).toEqual(admin);
    expect((await call('/admin/users', token)).status).toBe(200);
  });

  test('takes the email in any case and with spaces around it, and the password exactly', async () => {
    const { email } = await addAdmin(app);
    expect((await signIn(`  ${email.toUpperCase()} `)).status).toBe(200);
    for (const password of [
      ` ${testPassword}`,
      `${testPassword} `,
      testPassword.toUpperCase(),
      testPassword.slice(0, -1),
    ]) {
      expect((await signIn(email, password)).status).toBe(401);
    }
  });

  test('answers the same bytes for an unknown email, a wrong password and a disabled account', async () => {
    const disabled = await addAdmin(app);
    await disableAccount(app, disabled.email);
    const admin = await addAdmin(app);
    const answers = [
      await signIn('nobody@example.org'),
      await signIn(admin.email, 'wrong'),
      await signIn(disabled.email),
      await signIn(disabled.email, 'wrong'),
      await signIn("' OR 1=1 --", "' OR 1=1 --"),
    ];
    const stripped = answers.map(({ status, headers, text }) => {
      const { date: _, 'x-request-id': id = '', ...others } = headers;
      return { status, others, text: text.replace(String(id), 'ID') };
    });
    expect(stripped[0]?.text).toContain(
      '"detail":"Invalid email or password","code":"invalid_sign_in","requestId":"ID"',
    );
    for (const other of stripped.slice(1)) expect(other).toEqual(stripped[0]);
    expect(stripped[0]?.others).not.toHaveProperty('set-cookie');
  });

  test('answers each of them at a step of the clock, which hides the duration of the check', async () => {
    const disabled = await addAdmin(app);
    await disableAccount(app, disabled.email);
    const admin = await addAdmin(app);
    for (const [email, password] of [['nobody@example.org'], [admin.email, 'wrong'], [disabled.email]]) {
      const began = performance.now();
      expect((await signIn(email, password)).status).toBe(401);
      expect(performance.now() - began).toBeGreaterThanOrEqual(100);
    }
  });

  test.each([
    [{}, ['email', 'password']],
    [{ email: '', password: '' }, ['email', 'password']],
    [{ email: '   ', password: 'x' }, ['email']],
    [{ email: 'a@b.org' }, ['password']],
    [{ email: 1, password: 'x' }, ['email']],
    [{ email: ['a@b.org'], password: 'x' }, ['email']],
    [{ email: 'a@b.org', password: { $ne: '' } }, ['password']],
    [{ email: 'a@b.org\u0000', password: 'x' }, ['email']],
    [{ email: 'a@b.org', password: '\ud800' }, ['password']],
    [{ email: 'a'.repeat(321), password: 'x' }, ['email']],
    [{ email: 'a@b.org', password: 'x'.repeat(257) }, ['password']],
    [{ email: 'a@b.org', password: 'x', remember: true }, ['remember']],
  ])('%.60j is checked before anything is looked up or counted', async (body, fields) => {
    const before = await query('SELECT count(*) AS n FROM sign_in_failures');
    const answer = await send(app.url, '/auth/login', { method: 'POST', body });
    expect(answer.status).toBe(422);
    expect(problemOf(answer).errors?.map(({ path }) => path)).toEqual(fields);
    expect((await query('SELECT count(*) AS n FROM sign_in_failures')).rows).toEqual(before.rows);
  });

  test('is refused to an account with an unknown role, and starts no session', async () => {
    const { id, email } = await addAdmin(app);
    await query("UPDATE staff SET role = 'owner' WHERE id = $1", [id]);
    const answer = await signIn(email);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    expect((await query('SELECT 1 FROM sessions WHERE staff_id = $1', [id])).rowCount).toBe(0);
  });

  test.each([
    ['disabled', 'UPDATE staff SET enabled = false WHERE id = $1'],
    ['given another password', "UPDATE staff SET password_hash = 'another' WHERE id = $1"],
  ])('an account that is %s while its password is checked gets no session', async (_, change) => {
    const { id, email } = await addAdmin(app);
    const other = await app.database.pool.connect();
    const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await other.query('BEGIN');
    await other.query(change, [id]);
    const signing = signIn(email);
    const waiting = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
    await expect.poll(async () => (await query(waiting, [rows[0]?.pid])).rowCount).toBe(1);
    await other.query('COMMIT');
    other.release();
    expect((await signing).status).toBe(401);
    expect((await query('SELECT 1 FROM sessions WHERE staff_id = $1', [id])).rowCount).toBe(0);
  });

  test('leaves other sessions of the account alone', async () => {
    const { email } = await addAdmin(app);
    const [one, two] = [sessionOf(await signIn(email)), sessionOf(await signIn(email))];
    expect(one.token).not.toBe(two.token);
    await call('/auth/logout', one.token, 'POST');
    expect([await statusOf(one.token), await statusOf(two.token)]).toEqual([401, 200]);
  });
});

describe('the cookie', () => {
  const cookieOf = (answer: Answer) => answer.headers['set-cookie']?.[0] ?? '';

  test('on http is HttpOnly and SameSite=Strict, and has a name of its own for each database', async () => {
    const { email } = await addAdmin(app);
    const parts = cookieOf(await signIn(email)).split('; ');
    expect(parts[0]).toMatch(new RegExp(`^awa_desk_${app.database.id}=[\\w-]{43}$`));
    expect(parts.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict']);
  });

  test('on https is also Secure and has the prefix __Host-', async () => {
    const desk = await testApp({ settings: { publicUrl: 'https://desk.example.org' } });
    const { email } = await addAdmin(desk);
    const parts = cookieOf(await signIn(email, testPassword, desk)).split('; ');
    expect(parts[0]).toMatch(new RegExp(`^__Host-awa_desk_${desk.database.id}=[\\w-]{43}$`));
    expect(parts.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict', 'Secure']);
    await desk.close();
  });

  test('two desks on two ports of one machine do not disturb each other', async () => {
    const other = await testApp();
    expect(other.database.id).not.toBe(app.database.id);
    const { email } = await addAdmin(app);
    const there = await addAdmin(other);
    // A browser sends both cookies to both ports.
    const cookie = [await signIn(email), await signIn(there.email, testPassword, other)]
      .map((answer) => cookieOf(answer).split(';')[0])
      .join('; ');
    expect((await refreshBy({ cookie, origin: app.url })).json).toMatchObject({ admin: { email } });
    expect((await refreshBy({ cookie, origin: other.url }, other)).json).toMatchObject({
      admin: { email: there.email },
    });
    await other.close();
  });

  test('is taken back when signing out', async () => {
    const { session } = await startSession(app, await addAdmin(app));
    const answer = await call('/auth/logout', session.token, 'POST');
    expect(answer.status).toBe(204);
    expect(cookieOf(answer)).toMatch(new RegExp(`^awa_desk_${app.database.id}=; .*Expires=Thu, 01 Jan 1970`));
  });

  test('stays when someone else has signed in on the browser since', async () => {
    const before = await startSession(app, await addAdmin(app));
    const after = await startSession(app, await addAdmin(app));
    const cookie = `awa_desk_${app.database.id}=${after.cookie}`;
    const headers = { cookie, authorization: `Bearer ${before.session.token}` };
    const answer = await send(app.url, '/auth/logout', { method: 'POST', headers });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([204, undefined]);
    expect([await statusOf(before.session.token), await statusOf(after.session.token)]).toEqual([401, 200]);
  });
});

describe('a refresh', () => {
  const fresh = async (desk = app) => {
    const admin = await addAdmin(desk);
    const { session, cookie } = await startSession(desk, admin);
    return { admin, token: session.token, cookie: `awa_desk_${desk.database.id}=${cookie}` };
  };

  test('by a live bearer gives another, and the older ones stay', async () => {
    const { admin, token } = await fresh();
    const answers = [await call('/auth/refresh', token, 'POST'), await call('/auth/refresh', token, 'POST')];
    const tokens = [token, ...answers.map((answer) => sessionOf(answer).token)];
    expect(answers.map(({ json }) => json)).toEqual([
      expect.objectContaining({ admin }),
      expect.objectContaining({ admin }),
    ]);
    expect(new Set(tokens).size).toBe(3);
    for (const one of tokens) expect(await statusOf(one)).toBe(200);
  });

  test('by the cookie with our own origin, also beside a dead bearer', async () => {
    const { admin, cookie } = await fresh();
    expect((await refreshBy({ cookie, origin: app.url })).json).toMatchObject({ admin });
    expect((await refreshBy({ cookie, origin: app.url, authorization: 'Bearer x' })).status).toBe(200);
  });

  test.each([
    ['none', undefined],
    ['null', 'null'],
    ['empty', ''],
    ['a foreign one', 'https://example.org'],
    ['this host on another port', 'http://127.0.0.1:1'],
    ['this host on https', 'https'],
    ['another name of this host', 'localhost'],
    ['one with ours in front', 'longer'],
    ['one that ends like ours', 'before'],
  ])('by the cookie is refused with the origin: %s', async (_, origin) => {
    const { cookie } = await fresh();
    const variants: Record<string, string> = {
      https: app.url.replace('http:', 'https:'),
      localhost: app.url.replace('127.0.0.1', 'localhost'),
      longer: `${app.url}.example.org`,
      before: `http://x${app.url.slice(7)}`,
    };
    const sent: Record<string, string> = origin === undefined ? {} : { origin: variants[origin] ?? origin };
    const answer = await refreshBy({ cookie, ...sent });
    expect([answer.status, problemOf(answer).code]).toEqual([401, 'unauthenticated']);
  });

  test('is for the origin of PUBLIC_URL alone when that is set, whatever host the call names', async () => {
    const desk = await testApp({ settings: { publicUrl: 'http://desk.example.org' } });
    const { cookie } = await fresh(desk);
    expect((await refreshBy({ cookie, origin: 'http://desk.example.org' }, desk)).status).toBe(200);
    expect((await refreshBy({ cookie, origin: desk.url }, desk)).status).toBe(401);
    await desk.close();
  });

  test('does not believe X-Forwarded-Host or -Proto unless a proxy is trusted', async () => {
    const { cookie } = await fresh();
    const forwarded = { 'x-forwarded-host': 'evil.example.org', 'x-forwarded-proto': 'https' };
    expect((await refreshBy({ cookie, origin: 'https://evil.example.org', ...forwarded })).status).toBe(401);
    const behind = await testApp({ settings: { trustProxy: 1 } });
    const there = await fresh(behind);
    const headers = { cookie: there.cookie, 'x-forwarded-host': 'desk.example.org', 'x-forwarded-proto': 'https' };
    expect((await refreshBy({ ...headers, origin: 'https://desk.example.org' }, behind)).status).toBe(200);
    await behind.close();
  });

  test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(4000)])('by the cookie %.50j is 401', async (value) => {
    expect((await refreshBy({ cookie: `awa_desk_${app.database.id}=${value}`, origin: app.url })).status).toBe(401);
  });

  test('never with the bearer as cookie or the cookie as bearer', async () => {
    const { token, cookie } = await fresh();
    const name = `awa_desk_${app.database.id}`;
    expect((await refreshBy({ cookie: `${name}=${token}`, origin: app.url })).status).toBe(401);
    expect((await refreshBy({ authorization: `Bearer ${cookie.slice(name.length + 1)}` })).status).toBe(401);
  });

  test('beside a sign-out ends in 200 or 401, never in a fault', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { token, cookie } = await fresh();
      const calls = Array.from({ length: 6 }, (_, index) =>
        index === 3 ? call('/auth/logout', token, 'POST') : refreshBy({ cookie, origin: app.url }),
      );
      for (const { status } of await Promise.all(calls)) expect([200, 204, 401]).toContain(status);
      expect((await refreshBy({ cookie, origin: app.url })).status).toBe(401);
    }
  });

  test('adds bearers and sweeps those that ran out', async () => {
    const { admin, token } = await fresh();
    const last = sessionOf(await call('/auth/refresh', token, 'POST'));
    const bearers = 'SELECT 1 FROM bearers JOIN sessions ON sessions.id = session_id WHERE staff_id = $1';
    await query(
      "UPDATE bearers SET expires_at = now() - interval '1 second' WHERE session_id IN (SELECT id FROM sessions WHERE staff_id = $1) AND hash <> sha256($2::bytea)",
      [admin.id, last.token],
    );
    await call('/auth/refresh', last.token, 'POST');
    expect((await query(bearers, [admin.id])).rowCount).toBe(2);
  });
});

describe('the end of a session', () => {
  const start = async () => {
    const admin = await addAdmin(app);
    const { session, cookie } = await startSession(app, admin);
    const second = sessionOf(await call('/auth/refresh', session.token, 'POST'));
    const refresh = () => refreshBy({ cookie: `awa_desk_${app.database.id}=${cookie}`, origin: app.url });
    return { admin, tokens: [session.token, second.token], refresh };
  };
  // A second more than the limit, because times are rounded to the millisecond, and the next call may come sooner.
  const move = (admin: { id: string }, column: string, by: string) =>
    query(`UPDATE sessions SET ${column} = now() + $2::interval WHERE staff_id = $1`, [admin.id, by]);

  test.each<[string, (admin: { id: string; email: string }, token: string) => Promise<unknown>]>([
    ['signing out', (_, token) => call('/auth/logout', token, 'POST')],
    ['disabling the account', ({ email }) => disableAccount(app, email)],
    ['a new password', ({ email }) => giveNewPassword(app, email)],
    ['30 minutes without use', (admin) => move(admin, 'used_at', '-30 minutes -1 second')],
    ['its 12 hours', (admin) => move(admin, 'ends_at', '-1 second')],
  ])('by %s takes all its bearers and the cookie at the next call', async (_, end) => {
    const { admin, tokens, refresh } = await start();
    for (const token of tokens) expect(await statusOf(token)).toBe(200);
    await end(admin, tokens[0] ?? '');
    for (const token of tokens) expect(await statusOf(token)).toBe(401);
    expect((await refresh()).status).toBe(401);
  });

  test('does not come while it is used: use postpones the idle end and is recorded at most once a minute', async () => {
    const { admin, tokens } = await start();
    const used = async () =>
      Number(
        (await query('SELECT extract(epoch FROM now() - used_at) AS age FROM sessions WHERE staff_id = $1', [admin.id]))
          .rows[0]?.age,
      );
    await move(admin, 'used_at', '-29 minutes');
    expect(await statusOf(tokens[0] ?? '')).toBe(200);
    await expect.poll(used).toBeLessThan(60);
    await move(admin, 'used_at', '-50 seconds');
    expect(await statusOf(tokens[0] ?? '')).toBe(200);
    expect(await used()).toBeGreaterThan(49);
  });

  test('is postponed by one of several simultaneous calls, and none of them waits for that', async () => {
    const { admin, tokens } = await start();
    await query(`CREATE TABLE touches (session_id uuid);
      CREATE FUNCTION note_touch() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO touches VALUES (new.id); RETURN NULL; END $$;
      CREATE TRIGGER note_touch AFTER UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION note_touch()`);
    await move(admin, 'used_at', '-29 minutes');
    await query('DELETE FROM touches');
    const held = await holdLock(app.database.pool, 'SELECT FROM sessions WHERE staff_id = $1 FOR UPDATE', [admin.id]);
    const calls = Array.from({ length: 20 }, (_, index) => statusOf(tokens[index % 2] ?? ''));
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
    await held.waiting();
    await held.release();
    await expect.poll(async () => (await query('SELECT FROM touches')).rowCount).toBe(1);
    expect(await statusOf(tokens[0] ?? '')).toBe(200);
    expect((await query('SELECT FROM touches')).rowCount).toBe(1);
    await query('DROP TABLE touches; DROP FUNCTION note_touch CASCADE');
  });

  test('is not postponed by use past its 12 hours, and no bearer outlives it', async () => {
    const { admin, refresh } = await start();
    await move(admin, 'ends_at', '2 minutes');
    const { rows } = await query('SELECT extract(epoch FROM $1::timestamptz - now()) AS left', [
      sessionOf(await refresh()).expiresAt,
    ]);
    expect(Number(rows[0]?.left)).toBeLessThanOrEqual(120);
  });

  test('of a bearer comes after 15 minutes, and the session lives on', async () => {
    const { admin, tokens, refresh } = await start();
    await query(
      "UPDATE bearers SET expires_at = now() - interval '1 second' WHERE session_id IN (SELECT id FROM sessions WHERE staff_id = $1)",
      [admin.id],
    );
    expect(await statusOf(tokens[0] ?? '')).toBe(401);
    expect(await statusOf(sessionOf(await refresh()).token)).toBe(200);
  });

  test('an account that is enabled again stays signed out, and can sign in', async () => {
    const { admin, tokens } = await start();
    await disableAccount(app, admin.email);
    await query('UPDATE staff SET enabled = true WHERE id = $1', [admin.id]);
    expect(await statusOf(tokens[0] ?? '')).toBe(401);
    expect((await signIn(admin.email)).status).toBe(200);
  });

  test('ended sessions are swept by later sign-ins, some at a time, which wait for no locked one', async () => {
    const [admin, other] = [await addAdmin(app), await addAdmin(app)];
    for (let count = 0; count < 25; count += 1) await startSession(app, admin);
    await move(admin, 'ends_at', '-1 minute');
    const left = async () => (await query('SELECT FROM sessions WHERE staff_id = $1', [admin.id])).rowCount;
    const { release } = await holdLock(
      app.database.pool,
      'SELECT FROM sessions WHERE staff_id = $1 LIMIT 1 FOR UPDATE',
      [admin.id],
    );
    await startSession(app, other);
    expect(await left()).toBe(5);
    await startSession(app, other);
    expect(await left()).toBe(1);
    await release();
    await startSession(app, other);
    expect(await left()).toBe(0);
  });
});

test('the settings for lifetimes are applied', async () => {
  const desk = await testApp({ settings: { sessionIdleMinutes: 2, sessionMaxHours: 1, bearerMinutes: 1 } });
  const { session, maxAge } = await startSession(desk, await addAdmin(desk));
  expect(maxAge).toBe(3600);
  const { rows } = await desk.database.pool.query<{ bearer: number; most: number }>(
    `SELECT extract(epoch FROM $1::timestamptz - now())::float AS bearer,
            (SELECT extract(epoch FROM ends_at - now())::float FROM sessions) AS most`,
    [session.expiresAt],
  );
  expect(Math.round((rows[0]?.bearer ?? 0) / 60)).toBe(1);
  expect(Math.round((rows[0]?.most ?? 0) / 60)).toBe(60);
  await desk.database.pool.query("UPDATE sessions SET used_at = now() - interval '2 minutes 1 second'");
  expect((await send(desk.url, '/auth/session', { bearer: session.token })).status).toBe(401);
  await desk.close();
});

test('the database holds hashes only: no token, cookie, password, email or address of a failed try', async () => {
  const database = await testDatabase();
  const desk = await testApp({ database, settings: { trustProxy: 1 } });
  const { email } = await addAdmin(desk);
  const answer = await signIn(email, testPassword, desk);
  const cookie = /=([\w-]{43});/.exec(answer.headers['set-cookie']?.[0] ?? '')?.[1] ?? '';
  const { token } = sessionOf(answer);
  const refreshed = sessionOf(await send(desk.url, '/auth/refresh', { method: 'POST', bearer: token }));
  const body = { email: 'stranger@example.org', password: 'some-wrong-password' };
  const headers = { 'x-forwarded-for': '10.24.68.102' };
  await send(desk.url, '/auth/login', { method: 'POST', body, headers });
  await send(desk.url, '/auth/login', { method: 'POST', body: { ...body, email }, headers });
  await desk.drain();

  const { rows: tables } = await database.pool.query<{ name: string }>(
    "SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')",
  );
  let dump = '';
  for (const { name } of tables) {
    const { rows } = await database.pool.query(`SELECT t::text AS row FROM ${name} AS t`);
    dump += `${JSON.stringify(rows)}\n`;
  }
  expect(dump).toContain(email);
  const failed = ['stranger@example.org', 'some-wrong-password', '10.24.68.102'];
  for (const secret of [token, refreshed.token, cookie, testPassword, ...failed]) {
    expect(secret.length).toBeGreaterThan(8);
    expect(dump).not.toContain(secret);
    // Neither as the bytes of a base64url token, nor as its text in a bytea column.
    expect(dump).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
  }
  expect(dump).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await database.close();
});
