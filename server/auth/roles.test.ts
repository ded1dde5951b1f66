import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/api.ts';
import type { Operation } from '#contract/history.ts';
import { type Kind, keptKinds, kinds } from '#contract/kinds.ts';
import { type Role, everyRole } from '#contract/roles.ts';
import { route } from '#contract/route.ts';
import { guard } from '#server/auth/guard.ts';
import type { SessionStore } from '#server/auth/sessions/store.ts';
import { createLog } from '#server/http/log/log.ts';
import { createServer } from '#server/http/server.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, disableAccount, newBearer, startSession } from '#tests/desk/staff.ts';

/** The table of section 12 of the product's decisions, line by line; the first line that matches a call applies. */
const administrator = ['administrator'];
const table: [calls: RegExp, roles: readonly string[]][] = [
  [/ \/auth\/(session|logout|confirm|confirmation)$/, everyRole],
  [/ \/account(\/|$)/, everyRole],
  [/ \/admin\/staff(\/|$)/, administrator],
  [/^GET \/admin\/users\/export$/, administrator],
  [/ \/admin\/users\/[^/]+\/notes(\/|$)/, ['administrator', 'moderator', 'support']],
  [/^DELETE \/admin\/users\//, ['administrator', 'moderator']],
  // Before an announcement, the form shows the number of people that it reaches.
  [/^GET \/admin\/metrics\/audience$/, ['administrator', 'editor']],
  [/ \/admin\/(users|metrics)(\/|$)/, ['administrator', 'moderator', 'support']],
  [/^GET \/admin\/awa\//, ['administrator', 'moderator', 'support']],
  [/ \/admin\/awa\//, ['administrator', 'moderator']],
  // Each of these roles has the cases of its own subjects, which the tests of moderation check.
  [
    / \/admin\/moderation\/cases\/[^/]+\/(appeal|care|cover|messages|outside-help|reveal|texts)$/,
    ['administrator', 'moderator'],
  ],
  [/ \/admin\/moderation\/(cases|subjects|decisions)(\/|$)/, ['administrator', 'editor', 'moderator']],
  [/^(POST|DELETE) \/admin\/moderation\/rota(\/|$)/, administrator],
  [/^PUT \/admin\/moderation\/clinician$/, administrator],
  [/ \/admin\/moderation\//, ['administrator', 'moderator']],
  [/ \/admin\/(cycle|lady-due)\/remarks(\/|$)/, ['administrator', 'editor', 'reviewer']],
  [/^GET \/admin\/review(\/|$)/, ['administrator', 'editor', 'reviewer']],
  [/ \/admin\/recall$/, ['administrator', 'editor']],
  [/^POST \/admin\/(cycle|lady-due)\/approvals\/exempt$/, administrator],
  [/^POST \/admin\/(cycle|lady-due)\/approvals\/requests$/, ['administrator', 'editor']],
  [/^(POST|DELETE) \/admin\/(cycle|lady-due)\/approvals(\/|$)/, ['administrator', 'editor', 'reviewer']],
  [/^PUT \/admin\/(cycle|lady-due)\/publish-rule$/, administrator],
  [/^GET \/admin\/(lady-due|cycle)(\/|$)/, ['administrator', 'editor', 'reviewer', 'support']],
  [/^GET \/(admin\/announcements|api\/doctors)(\/|$)/, ['administrator', 'editor', 'support']],
  [/ \/(admin\/(lady-due|cycle|announcements)|api\/doctors)(\/|$)/, ['administrator', 'editor']],
  [/^GET \/admin\/sources(\/|$)/, ['administrator', 'editor', 'reviewer', 'support']],
  [/ \/admin\/sources\//, ['administrator', 'editor']],
  [/^GET \/admin\/events$/, everyRole],
  // Each role has the counts of its own lists, which the tests of home check.
  [/^GET \/admin\/home$/, everyRole],
  // Each role has the sorts of its areas, which the tests of the calendar check.
  [/^GET \/admin\/calendar$/, ['administrator', 'editor', 'reviewer', 'support']],
  // Each role finds the records of its own lists, which the tests of the search check.
  [/^GET \/admin\/search$/, everyRole],
  // Each role has its own views and those shared with it, which the tests of saved views check.
  [/ \/admin\/views(\/|$)/, everyRole],
  // These cover one area or several, which the tests below check.
  [/^GET \/admin\/presence\//, everyRole],
  [/ \/admin\/operations\/(check|export)$/, administrator],
  [/^GET \/admin\/(operations|history|bin)(\/|$)/, everyRole],
  [/ \/admin\/(operations|history|bin)\//, ['administrator', 'editor', 'moderator']],
];

const content = ['lady-due', 'cycle', 'doctors', 'announcements'];
const community = ['users', 'awa', 'moderation'];
const areas: Record<Role, { look: string[]; change: string[] }> = {
  administrator: { look: [...content, ...community, 'staff'], change: [...content, ...community, 'staff'] },
  editor: { look: content, change: content },
  reviewer: { look: ['lady-due', 'cycle'], change: [] },
  moderator: { look: community, change: community },
  support: { look: [...content, 'users', 'awa'], change: ['users'] },
};

let app: TestApp;
const bearers = {} as Record<Role, string>;
beforeAll(async () => {
  app = await testApp();
  for (const role of everyRole) bearers[role] = await newBearer(app, role);
});
afterAll(() => app.close());

const calls = routes
  .filter(({ access }) => access === 'staff')
  .map(({ method, path }) => ({ line: `${method} ${path}`, method, path: path.replaceAll(/\{\w+\}/g, randomUUID()) }));

const call = (bearer: string | undefined, method: string, path: string) =>
  send(app.url, path, {
    method,
    body: method === 'GET' || method === 'DELETE' ? undefined : {},
    ...(bearer && { bearer }),
  });

function expectAllowed(answer: Answer, allowed: boolean, what: string) {
  expect(answer.status, what).not.toBe(401);
  if (allowed) return expect(answer.status, what).not.toBe(403);
  expect(answer.status, what).toBe(403);
  return expect(problemOf(answer), what).toMatchObject({
    code: 'not_allowed',
    detail: 'Your role does not include this. Ask an administrator.',
  });
}

test('every call stands in the table', () => {
  expect(calls.filter(({ line }) => !table.some(([fits]) => fits.test(line)))).toEqual([]);
});

test.each(everyRole)('as %s each call is allowed or refused as the table says', async (role) => {
  for (const { line, method, path } of calls) {
    const [, roles = []] = table.find(([fits]) => fits.test(line)) ?? [];
    // A call that ends the session gets a separate one.
    const bearer = line === 'POST /auth/logout' ? await newBearer(app, role) : bearers[role];
    expectAllowed(await call(bearer, method, path), roles.includes(role), `${role}: ${line}`);
  }
});

test.each(everyRole)('a disabled %s, and a signed-out caller, may call nothing', async (role) => {
  const account = await addAdmin(app, undefined, undefined, role);
  const { session } = await startSession(app, account);
  await disableAccount(app, account.email);
  for (const { line, method, path } of calls) {
    expect((await call(session.token, method, path)).status, line).toBe(401);
    expect((await call(undefined, method, path)).status, line).toBe(401);
  }
});

describe.each(everyRole)('as %s', (role) => {
  const { look, change } = areas[role];

  test('the history and the bin of a kind follow its area', async () => {
    for (const kind of keptKinds) {
      const { area } = kinds[kind];
      const id = randomUUID();
      const asked: [method: string, path: string, allowed: string[]][] = [
        ['GET', `/admin/history/${kind}/${id}`, look],
        ['GET', `/admin/history/${kind}/${id}/contents`, look],
        ['GET', `/admin/bin?kind=${kind}`, look],
        ['GET', `/admin/operations?kind=${kind}`, look],
        ['GET', `/admin/operations?area=${area}`, look],
        ['POST', `/admin/bin/${kind}/${id}/restore`, change],
      ];
      for (const [method, path, allowed] of asked) {
        expectAllowed(await call(bearers[role], method, path), allowed.includes(area), `${role}: ${method} ${path}`);
      }
      const body = { version: 1 };
      const restored = await send(app.url, `/admin/history/${kind}/${id}/restore`, {
        method: 'POST',
        bearer: bearers[role],
        body,
      });
      expectAllowed(restored, change.includes(area), `${role}: restore a ${kind}`);
      const selected = await send(app.url, '/admin/bin/restore', {
        method: 'POST',
        bearer: bearers[role],
        body: { items: [{ kind, id }] },
      });
      expectAllowed(selected, change.includes(area), `${role}: restore a selected ${kind}`);
    }
  });

  test('the log has the areas that the role may look at, and undoes those that it may change', async () => {
    const ids = new Map<string, string>();
    for (const [kind, { area }] of Object.entries(kinds)) {
      const id = randomUUID();
      ids.set(id, area);
      await app.database.pool.query(
        `INSERT INTO operations (id, action, area, kind, entity_id, label, count) VALUES ($1, 'update', $2, $3, $1, '', 1)`,
        [id, area, kind],
      );
    }
    const { operations } = (await call(bearers[role], 'GET', '/admin/operations?limit=100')).json as {
      operations: Operation[];
    };
    expect(new Set(operations.map(({ area }) => area))).toEqual(new Set(look));
    for (const { id, area, kind, undoable } of operations) {
      if (!ids.has(id)) continue;
      const isKept = keptKinds.includes(kind as Kind);
      expect(undoable, `${role}: ${kind}`).toBe(change.includes(area) && isKept);
    }
    for (const [id, area] of ids) {
      const undone = await call(bearers[role], 'POST', `/admin/operations/${id}/undo`);
      expectAllowed(undone, change.includes(area) && role !== 'support', `${role}: undo in ${area}`);
    }
  });

  test('the bin has the kinds that the role may look at', async () => {
    const { items } = (await call(bearers[role], 'GET', '/admin/bin?limit=100')).json as { items: { kind: Kind }[] };
    expect(new Set(items.map(({ kind }) => kind))).toEqual(
      new Set(look.includes('announcements') ? ['announcement'] : []),
    );
  });

  beforeAll(async () => {
    const made = await send(app.url, '/admin/announcements', {
      method: 'POST',
      bearer: bearers.administrator,
      body: { message: 'For the bin' },
    });
    const { id } = made.json as { id: string };
    await call(bearers.administrator, 'DELETE', `/admin/announcements/${id}`);
  });
});

test('a role that is taken away is gone at the next call', async () => {
  const account = await addAdmin(app, undefined, undefined, 'editor');
  const { session } = await startSession(app, account);
  const write = () =>
    send(app.url, '/admin/announcements', { method: 'POST', bearer: session.token, body: { message: 'Hello' } });
  expect((await write()).status).toBe(201);
  await app.database.pool.query("UPDATE staff SET role = 'support' WHERE id = $1", [account.id]);
  expectAllowed(await write(), false, 'writing');
  expect((await call(session.token, 'GET', '/admin/announcements')).status).toBe(200);
  expect((await call(session.token, 'GET', '/auth/session')).json).toMatchObject({ role: 'support' });
});

test('a line of the contract that says no roles does not build', () => {
  // @ts-expect-error Its roles are missing.
  expect(route('GET /forgotten', { summary: 'A made-up call.', failure: 'Failed' }).roles).toEqual([]);
});

test('a route that is mounted without roles is refused to an administrator too', async () => {
  const admin = await addAdmin(app);
  const sessions = { byBearer: async () => ({ id: '', admin, stale: false, content: null }) };
  const server = createServer({ logger: createLog('silent'), trustProxy: false, https: false });
  guard(server, {
    sessions: sessions as unknown as SessionStore,
    guardApp: () => Promise.reject(new Error('no key is expected')),
    isPublicPath: () => false,
  });
  server.get('/admin/forgotten', async () => ({ seen: true }));
  const answer = await server.inject({ url: '/admin/forgotten', headers: { authorization: 'Bearer x' } });
  expect(answer.statusCode).toBe(403);
  await server.close();
});
