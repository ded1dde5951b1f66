import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/api.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { collectRoutes, type Mounted } from '#tests/desk/routes.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, disableAccount, giveNewPassword, newBearer, startSession } from '#tests/desk/staff.ts';
import { webFolder } from '#tests/desk/web-folder.ts';

/** The calls without sign-in, except for those of the app below `/content/v1/`. */
const publicCalls = new Set([
  'POST /auth/login',
  'POST /auth/passkey',
  'POST /auth/factor',
  'POST /auth/refresh',
  'POST /auth/invitation',
]);

/** The routes besides the contract. All of them are public. */
const others = [
  'GET /images/:bucket/:name',
  'GET /preview/:token',
  'GET /healthz',
  'GET /readyz',
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/json',
  'GET /docs/yaml',
  'GET /docs/static/index.html',
  'GET /docs/static/swagger-initializer.js',
  'GET /docs/static/*',
  'GET /',
  'GET /admin',
  'GET /admin/desk',
  'GET /admin/desk/*',
  // The files of the built dashboard.
  'GET /plain.js',
  'GET /assets/*',
];

const calls = routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
function accessOf(call: string) {
  if (publicCalls.has(call) || call.startsWith('GET /content/v1/')) return 'public';
  return / \/app\/v1\//.test(call) ? 'app' : 'staff';
}

/** The required access of every route. */
const table: Record<string, 'staff' | 'app' | 'public'> = {
  ...Object.fromEntries(others.map((line) => [line, 'public' as const])),
  ...Object.fromEntries(calls.map((call) => [call, accessOf(call)])),
};

const web = webFolder();
let app: TestApp;
let mounted: Mounted[];
beforeAll(async () => {
  ({ made: app, mounted } = await collectRoutes(() => testApp({ webFolder: web.folder })));
});
afterAll(async () => {
  await app.close();
  web.remove();
});

const concrete = (url: string) => url.replaceAll(/:\w+/g, randomUUID()).replace('*', 'x');
const staffLines = Object.entries(table)
  .filter(([, access]) => access === 'staff')
  .map(([line]) => line.split(' ') as [string, string]);

test('every route is mounted with its access, and no other is', () => {
  const seen = mounted.filter(({ method }) => method !== 'HEAD');
  expect(Object.fromEntries(seen.map(({ method, url, access }) => [`${method} ${url}`, access ?? 'staff']))).toEqual(
    table,
  );
});

test('HEAD has the access of its GET', () => {
  for (const { url, access } of mounted.filter(({ method }) => method === 'HEAD')) {
    expect(access, url).toBe(table[`GET ${url === '/docs/' ? '/docs' : url}`]);
  }
});

test("no path of the API begins with the dashboard's own", () => {
  for (const route of routes) {
    expect(route.path).not.toBe('/admin');
    expect(route.path).not.toMatch(/^\/admin\/desk/i);
  }
});

/** Tokens that must be refused, by the reason. */
const deadTokens: Record<string, () => Promise<string | undefined> | string | undefined> = {
  'no token': () => undefined,
  'an empty token': () => '',
  'a word': () => 'token',
  'an unknown token': () => 'A'.repeat(43),
  'a token with a space': () => `${'A'.repeat(21)} ${'A'.repeat(21)}`,
  'a very long token': () => 'A'.repeat(8000),
  'a hash as the database holds it': async () => {
    await newBearer(app);
    const { rows } = await app.database.pool.query<{ hash: string }>(
      "SELECT encode(hash, 'base64') AS hash FROM bearers",
    );
    return (rows[0]?.hash ?? '').replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
  },
  'an expired bearer': () =>
    deadAfter("UPDATE bearers SET expires_at = now() - interval '1 second' WHERE session_id = $1"),
  'a session without use for its idle time': () =>
    deadAfter("UPDATE sessions SET used_at = now() - interval '31 minutes' WHERE id = $1"),
  'a session past its 12 hours': () =>
    deadAfter("UPDATE sessions SET ends_at = now() - interval '1 second' WHERE id = $1"),
  'a session signed out': async () => {
    const token = await newBearer(app);
    await send(app.url, '/auth/logout', { method: 'POST', bearer: token });
    return token;
  },
  'a disabled account': () => revokedBy((email) => disableAccount(app, email)),
  'a disabled account whose sessions are still there': () =>
    deadAfter('UPDATE staff SET enabled = false WHERE id = (SELECT staff_id FROM sessions WHERE id = $1)'),
  'an account with a new password': () => revokedBy((email) => giveNewPassword(app, email)),
  'a deleted account': () =>
    revokedBy((email) => app.database.pool.query('DELETE FROM staff WHERE email = $1', [email])),
};

async function liveSession() {
  const admin = await addAdmin(app);
  const { session } = await startSession(app, admin);
  expect((await send(app.url, '/auth/session', { bearer: session.token })).status).toBe(200);
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sessions WHERE staff_id = $1', [
    admin.id,
  ]);
  return { token: session.token, id: rows[0]?.id, email: admin.email };
}

async function deadAfter(sql: string) {
  const { token, id } = await liveSession();
  await app.database.pool.query(sql, [id]);
  return token;
}

async function revokedBy(revoke: (email: string) => Promise<unknown>) {
  const { token, email } = await liveSession();
  await revoke(email);
  return token;
}

describe.each(Object.keys(deadTokens))('with %s', (why) => {
  test('every staff route answers 401', async () => {
    const token = await deadTokens[why]?.();
    for (const [method, url] of staffLines) {
      const answer = await send(app.url, concrete(url), {
        method,
        body: method === 'GET' ? undefined : {},
        ...(token === undefined ? {} : { bearer: token }),
      });
      expect([method, url, answer.status]).toEqual([method, url, 401]);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(problemOf(answer)).toMatchObject({ code: 'unauthenticated', requestId: answer.headers['x-request-id'] });
    }
  });
});

test.each(['Basic', 'Token', 'Bearer  ', 'Bearer\t'])(
  'a live token after %j instead of "Bearer " opens nothing',
  async (scheme) => {
    const token = await newBearer(app);
    const answer = await send(app.url, '/admin/users', {
      headers: { authorization: `${scheme}${scheme.trim() === scheme ? ' ' : ''}${token}` },
    });
    expect(answer.status).toBe(401);
  },
);

test('the cookie opens no route but the refresh', async () => {
  const { cookie } = await startSession(app, await addAdmin(app));
  for (const [method, url] of staffLines) {
    const headers = { cookie: `awa_desk_${app.database.id}=${cookie}`, origin: app.url };
    expect((await send(app.url, concrete(url), { method, headers })).status, url).toBe(401);
  }
});

/** The same address in forms that a lenient server might accept. None may bypass the guard. */
const disguises: Record<string, (path: string) => string> = {
  'a trailing slash': (path) => `${path}/`,
  'two trailing slashes': (path) => `${path}//`,
  'a doubled slash in front': (path) => `/${path}`,
  'doubled slashes': (path) => path.replaceAll('/', '//'),
  '%2F for a slash': (path) => path.replace(/\/(?=[^/]+$)/, '%2F'),
  '%2f for every slash but the first': (path) => `/${path.slice(1).replaceAll('/', '%2f')}`,
  'upper case': (path) => path.toUpperCase(),
  'mixed case': (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  'escaped letters': (path) => path.replace('a', '%61'),
  'a backslash': (path) => path.replace(/\/(?=[^/]+$)/, '\\'),
  'a query': (path) => `${path}?access=public&_method=GET&token=x`,
  'a fragment': (path) => `${path}#/healthz`,
  'a dot segment': (path) => path.replace(/\/(?=[^/]+$)/, '/./'),
  'a way up from a public folder': (path) => `/docs/static/../..${path}`,
  'an escaped way up': (path) => `/docs/static/%2e%2e/%2e%2e${path}`,
  'an absolute address': (path) => `http://127.0.0.1${path}`,
};

test.each(Object.keys(disguises))('%s opens nothing', async (name) => {
  for (const [method, url] of staffLines) {
    const path = disguises[name]?.(concrete(url)) ?? '';
    const answer = await send(app.url, path, { method, body: method === 'GET' ? undefined : {} });
    // The docs are public, so an unknown address below them is a plain 404. A path without a leading slash is not an
    // address.
    const refusals = path.startsWith('/docs') ? [401, 403, 404] : /^(\/|http)/.test(path) ? [401] : [400];
    expect(refusals, `${method} ${path}`).toContain(answer.status);
    expect(answer.text).not.toContain('<');
  }
});

test('HEAD and other methods are guarded like the rest', async () => {
  for (const [, url] of staffLines) {
    for (const method of ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'LINK']) {
      expect((await send(app.url, concrete(url), { method })).status, `${method} ${url}`).toBe(401);
    }
  }
});

test('no header turns one method into another', async () => {
  const bearer = await newBearer(app);
  const created = await send(app.url, '/admin/announcements', { method: 'POST', bearer, body: { message: 'Stays' } });
  const { id } = created.json as { id: string };
  for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
    expect(
      (await send(app.url, `/admin/announcements/${id}`, { method: 'POST', bearer, headers: { [name]: 'DELETE' } }))
        .status,
    ).toBe(404);
    expect((await send(app.url, '/content/v1/announcements', { headers: { [name]: 'POST' } })).status).toBe(200);
    expect((await send(app.url, '/admin/metrics', { headers: { [name]: 'OPTIONS' } })).status).toBe(401);
  }
  expect((await send(app.url, `/admin/announcements/${id}?_method=PUT`, { method: 'DELETE', bearer })).status).toBe(
    422,
  );
  expect((await send(app.url, `/admin/announcements/${id}`, { method: 'DELETE', bearer })).status).toBe(204);
});

test.each(['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Prefix', 'X-Forwarded-Host'])(
  '%s changes no address',
  async (name) => {
    expect((await send(app.url, '/admin/users', { headers: { [name]: '/healthz' } })).status).toBe(401);
    expect((await send(app.url, '/healthz', { headers: { [name]: '/admin/users' } })).json).toEqual({ status: 'up' });
  },
);

test('an account with an unknown role is refused everything', async () => {
  const { token, id } = await liveSession();
  await app.database.pool.query(
    "UPDATE staff SET role = 'owner' WHERE id = (SELECT staff_id FROM sessions WHERE id = $1)",
    [id],
  );
  for (const [method, url] of [...staffLines, ['POST', '/auth/refresh'], ['GET', '/admin/nothing']] as [
    string,
    string,
  ][]) {
    const answer = await send(app.url, concrete(url), {
      method,
      bearer: token,
      body: method === 'GET' ? undefined : {},
    });
    expect([method, url, answer.status]).toEqual([method, url, 403]);
    expect(problemOf(answer).code).toBe('not_allowed');
  }
});

test('the dashboard is at /admin and below /admin/desk; no other /admin/… answers HTML, whoever asks for what', async () => {
  const bearer = await newBearer(app);
  for (const path of ['/admin', '/admin/desk', '/admin/desk/', '/admin/desk/users', '/admin/desk/lady-due/x?y=z']) {
    const answer = await send(app.url, path, { headers: { accept: 'text/html' } });
    expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
  }
  const others = [
    ...staffLines.map(([, url]) => concrete(url)),
    '/admin/',
    '/admin//',
    '/admin/x',
    '/admin/deskx',
    '/admin/Desk/users',
  ];
  for (const path of [...others, '/ADMIN/users', '//admin/users', '/admin%2Fusers', '/api/x', '/auth/x']) {
    for (const accept of ['text/html', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', '*/*', 'image/png']) {
      for (const token of [undefined, bearer]) {
        const answer = await send(app.url, path, { headers: { accept }, ...(token ? { bearer: token } : {}) });
        expect(answer.headers['content-type'], `${path} for ${accept}`).toMatch(
          /^(application\/((problem\+)?json|jsonl)|text\/csv);/,
        );
      }
    }
  }
});

test('the page of an area or of a tab links to the files that it needs', async () => {
  for (const [path, title] of [
    ['/admin/desk/users', 'Users of Awa Desk'],
    ['/admin/desk/users/anything', 'Users of Awa Desk'],
    ['/admin/desk/users/visits', 'Visits of Awa Desk'],
    ['/admin/desk/nothing', 'Awa Desk'],
    ['/admin', 'Awa Desk'],
  ] as const) {
    expect((await send(app.url, path)).text, path).toContain(`<title>${title}</title>`);
  }
  expect((await send(app.url, '/pages/users.html')).status).toBe(404);
});

test('other unknown addresses return a page to a browser and a problem to a program', async () => {
  expect((await send(app.url, '/nothing', { headers: { accept: 'text/html' } })).headers['content-type']).toContain(
    'text/html',
  );
  expect((await send(app.url, '/nothing')).headers['content-type']).toContain('application/problem+json');
  expect((await send(app.url, '/nothing', { method: 'POST', headers: { accept: 'text/html' } })).status).toBe(404);
});
