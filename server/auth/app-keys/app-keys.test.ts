import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/api.ts';
import type { AppKey } from '#contract/app-keys.ts';
import { type AppScope, allScopes, scopesInWords } from '#contract/app-scopes.ts';
import type { Operation } from '#contract/history.ts';
import { everyRole } from '#contract/roles.ts';
import { expectDone } from '#tests/desk/caller.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { until } from '#tests/desk/server-process.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let bearer: string;
beforeAll(async () => {
  app = await testApp({ settings: { trustProxy: 1, appCallsPerMinute: 1000 } });
  bearer = await newBearer(app);
});
afterAll(() => app.close());

const run = (sql: string, values: unknown[] = []) => app.database.pool.query<Record<string, unknown>>(sql, values);
beforeEach(() => run('DELETE FROM app_keys'));

const path = '/admin/staff/app-keys';
const everything = { name: 'backend', scopes: allScopes };
const postKey = (body: object, headers: Record<string, string> = {}) =>
  send(app.url, path, { method: 'POST', bearer, body, headers });
type Made = { key: AppKey; secret: string };
const makeKey = async (body: object = {}) => expectDone(await postKey({ ...everything, ...body })) as Made;
const listKeys = async () => (expectDone(await send(app.url, path, { bearer })) as { keys: AppKey[] }).keys;
const revoke = (id: string) => send(app.url, `${path}/${id}/revoke`, { method: 'POST', bearer, body: {} });

const here = '203.0.113.7';
const use = (key: string | undefined, from = here, address = '/app/v1/key') =>
  send(app.url, address, { ...(key && { bearer: key }), headers: { 'x-forwarded-for': from } });

const operations = async () => {
  const found = await send(app.url, '/admin/operations?kind=app-key&show=all', { bearer });
  return (expectDone(found) as { operations: Operation[] }).operations;
};

describe('of all routes', () => {
  const call = (method: string, address: string, credential: string | undefined, from = here) =>
    send(app.url, address.replaceAll(/\{\w+\}/g, randomUUID()), {
      method,
      body: method === 'GET' || method === 'DELETE' ? undefined : {},
      ...(credential && { bearer: credential }),
      headers: { 'x-forwarded-for': from },
    });
  const codeOf = async (...given: Parameters<typeof call>) => {
    const answer = await call(...given);
    return answer.status >= 400 ? `${answer.status} ${problemOf(answer).code}` : String(answer.status);
  };

  test('those for staff refuse a key with every scope', async () => {
    const { secret } = await makeKey();
    for (const { method, path: address, access } of routes) {
      if (access === 'staff')
        expect(await codeOf(method, address, secret), `${method} ${address}`).toBe('401 unauthenticated');
    }
  });

  test('those for the app refuse every other credential', async () => {
    const { secret } = await makeKey({ networks: ['198.51.100.0/24'] });
    const credentials: (string | undefined)[] = [
      undefined,
      'A'.repeat(43),
      `${secret.slice(0, -1)}${secret.endsWith('0') ? 1 : 0}`,
      ...(await Promise.all(everyRole.map((role) => newBearer(app, role)))),
    ];
    for (const set of ["expires_at = now() - interval '1 second'", 'revoked_at = now()']) {
      const dead = await makeKey();
      await run(`UPDATE app_keys SET ${set} WHERE id = $1`, [dead.key.id]);
      credentials.push(dead.secret);
    }
    const ofApp = routes.filter(({ access }) => access === 'app');
    for (const { method, path: address } of ofApp) {
      const line = `${method} ${address}`;
      for (const credential of credentials)
        expect(await codeOf(method, address, credential), line).toBe('401 key_missing');
      expect(await codeOf(method, address, secret, here), line).toBe('403 network_refused');
    }
    expect(ofApp.length).toBeGreaterThan(1);
  });

  test('those for the app need their own scope, and no other', async () => {
    for (const { method, path: address, scope } of routes.filter(({ access }) => access === 'app')) {
      const line = `${method} ${address}`;
      for (const [scopes, allowed] of [
        [allScopes.filter((one) => one !== scope), scope === 'any'],
        [[scope === 'any' ? ('changes:read' as AppScope) : scope], true],
      ]) {
        await run('DELETE FROM app_keys');
        const { secret } = await makeKey({ scopes });
        const code = await codeOf(method, address, secret);
        if (allowed) expect(code, line).not.toMatch(/^40[13]/);
        else expect(code, line).toBe('403 scope_missing');
      }
    }
  });
});

test('a key is shown once, and the database has only its hash', async () => {
  const { key, secret } = await makeKey();
  expect(key).toMatchObject({
    ...everything,
    networks: [],
    state: 'live',
    lastUsedAt: null,
    createdBy: { name: 'Ada Obi' },
  });
  expect(JSON.stringify(await listKeys())).not.toContain(secret);
  const { rows } = await run('SELECT app_keys::text AS stored FROM app_keys');
  expect(String(rows[0]?.stored)).not.toContain(secret.slice(8, 40));
  const days = (Date.parse(key.expiresAt) - Date.parse(key.createdAt)) / 86_400_000;
  expect(Math.round(days)).toBe(365);
  expect(expectDone(await use(secret))).toEqual({ name: 'backend', scopes: allScopes, expiresAt: key.expiresAt });
});

test('two keys can be live at once, also when three are made at the same moment', async () => {
  const answers = await Promise.all([1, 2, 3].map((n) => postKey({ ...everything, name: `backend ${n}` })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused && problemOf(refused)).toMatchObject({
    code: 'too_many_keys',
    detail: 'There are 2 live keys already. Revoke one that is not in use any more.',
  });
  const [first, second] = await listKeys();
  expectDone(await revoke(first?.id ?? ''));
  await makeKey();
  await run("UPDATE app_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [second?.id]);
  await makeKey();
  expect((await listKeys()).map(({ state }) => state).toSorted()).toEqual(['expired', 'live', 'live', 'revoked']);
});

test('a revoked key is refused at the next call; revoking it twice is no failure', async () => {
  const { key, secret } = await makeKey();
  expect((await use(secret)).status).toBe(200);
  expect(expectDone(await revoke(key.id))).toMatchObject({ state: 'revoked' });
  expect((await use(secret)).status).toBe(401);
  expect((await revoke(key.id)).status).toBe(200);
  expect((await revoke(randomUUID())).status).toBe(404);
  expect(
    (await operations()).filter(({ action, entityId }) => action === 'revoke' && entityId === key.id),
  ).toHaveLength(1);
});

test('a repeated call gets another secret of the same key, until the key was used', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const first = expectDone(await postKey(everything, headers)) as Made;
  const second = expectDone(await postKey(everything, headers)) as Made;
  expect(second.key.id).toBe(first.key.id);
  expect((await use(first.secret)).status).toBe(401);
  expect((await use(second.secret)).status).toBe(200);
  await until('the use', async () => (await listKeys())[0]?.lastUsedAt);
  const third = await postKey(everything, headers);
  expect([third.status, problemOf(third).code]).toEqual([409, 'key_used']);
  expect((await use(second.secret)).status).toBe(200);
});

test('the use of a key is recorded once an hour, and each new network once in the log', async () => {
  const { key, secret } = await makeKey();
  for (const from of [here, '203.0.113.250', '198.51.100.1', here]) expect((await use(secret, from)).status).toBe(200);
  await until('the networks', async () => (await operations()).length >= 3);
  await until('the use', async () => (await listKeys())[0]?.lastUsedAt);
  const ofKey = (await operations()).filter(({ entityId }) => entityId === key.id);
  expect(ofKey.map(({ action, details }) => `${action} ${details}`).toSorted()).toEqual([
    `create ${scopesInWords(allScopes)}`,
    'new-network 198.51.100.0/24',
    'new-network 203.0.113.0/24',
  ]);
  expect(JSON.stringify(ofKey)).not.toContain(secret.slice(8, 40));
  await run("UPDATE app_keys SET used_at = now() - interval '59 minutes' WHERE id = $1", [key.id]);
  const before = (await listKeys())[0]?.lastUsedAt;
  await use(secret);
  expect((await listKeys())[0]?.lastUsedAt).toBe(before);
  await run("UPDATE app_keys SET used_at = now() - interval '61 minutes' WHERE id = $1", [key.id]);
  await use(secret);
  await until('the use', async () => Date.parse((await listKeys())[0]?.lastUsedAt ?? '') > Date.parse(before ?? ''));
});

test.each([
  [{ name: '' }, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['changes:read', 'changes:read'] }, 'scopes'],
  [{ scopes: ['everything'] }, 'scopes.0'],
  [{ networks: ['203.0.113.0'] }, 'networks.0'],
  [{ networks: ['203.0.113.0/33'] }, 'networks.0'],
  [{ networks: Array.from({ length: 21 }, () => '203.0.113.0/24') }, 'networks'],
  [{ days: 366 }, 'days'],
  [{ days: 0 }, 'days'],
])('a key with %j is refused', async (body, field) => {
  const answer = await postKey({ ...everything, ...body });
  expect([answer.status, problemOf(answer).errors?.map((error) => error.path)]).toEqual([422, [field]]);
});

test('a key makes a limited number of calls within a minute', async () => {
  const slow = await testApp({ database: app.database, settings: { appCallsPerMinute: 3 } });
  const { secret } = await makeKey();
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    statuses.push((await send(slow.url, '/app/v1/key', { bearer: secret })).status);
  }
  const last = await send(slow.url, '/app/v1/key', { bearer: secret });
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(problemOf(last).code).toBe('too_many_calls');
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(60);
  const other = await makeKey();
  expect((await send(slow.url, '/app/v1/key', { bearer: other.secret })).status).toBe(200);
  await slow.close();
});
