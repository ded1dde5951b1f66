import { once } from 'node:events';
import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { type Answer, send, sendRaw } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { webFolder } from '#tests/desk/web-folder.ts';

const web = webFolder();
let app: TestApp;
let secure: TestApp;
let broken: TestApp;
let bearer: string;
beforeAll(async () => {
  app = await testApp({ webFolder: web.folder });
  secure = await testApp({ webFolder: web.folder, settings: { publicUrl: 'https://desk.example.org' } });
  broken = await testApp();
  await broken.database.pool.query('DROP TABLE announcements');
  bearer = await newBearer(app);
  await send(app.url, '/admin/announcements', {
    method: 'POST',
    bearer,
    body: { message: '診療所'.repeat(600) },
  });
});
afterAll(async () => {
  await Promise.all([app.close(), secure.close(), broken.close()]);
  web.remove();
});

const createdId = async () => {
  const asked = { method: 'POST', bearer, body: { message: 'Short' } };
  return ((await send(app.url, '/admin/announcements', asked)).json as { id: string }).id;
};
const known = async () => {
  const { etag = '' } = (await send(app.url, '/content/v1/announcements')).headers;
  return send(app.url, '/content/v1/announcements', { headers: { 'if-none-match': etag } });
};

/** One response of each kind: its status, and the call that gets it. */
const kinds: Record<string, [status: number, ask: () => Promise<Answer>]> = {
  'a read': [200, () => send(app.url, '/admin/users', { bearer })],
  'a read of the head': [200, () => send(app.url, '/admin/users', { method: 'HEAD', bearer })],
  'a record created': [
    201,
    () => send(app.url, '/admin/announcements', { method: 'POST', bearer, body: { message: 'New' } }),
  ],
  'a record deleted': [
    204,
    async () => send(app.url, `/admin/announcements/${await createdId()}`, { method: 'DELETE', bearer }),
  ],
  'public content': [200, () => send(app.url, '/content/v1/announcements')],
  'compressed content': [
    200,
    () => send(app.url, '/content/v1/announcements', { headers: { 'accept-encoding': 'gzip' } }),
  ],
  'content that is known': [304, known],
  'a way elsewhere': [302, () => send(app.url, '/')],
  'bad JSON': [
    400,
    () => send(app.url, '/auth/login', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }),
  ],
  'a broken address': [400, () => send(app.url, '/admin/users/%zz/status')],
  'no sign-in': [401, () => send(app.url, '/admin/users')],
  'a wrong password': [
    401,
    () => send(app.url, '/auth/login', { method: 'POST', body: { email: 'a@b.org', password: 'x' } }),
  ],
  'nothing there': [404, () => send(app.url, '/nothing')],
  'nothing there, for a browser': [404, () => send(app.url, '/nothing', { headers: { accept: 'text/html' } })],
  'nothing there for staff': [404, () => send(app.url, '/admin/nothing', { bearer })],
  'another version': [
    412,
    async () =>
      send(app.url, `/admin/announcements/${await createdId()}`, {
        method: 'DELETE',
        bearer,
        headers: { 'if-match': '"9"' },
      }),
  ],
  'too large a body': [
    413,
    () =>
      send(app.url, '/auth/login', {
        method: 'POST',
        body: 'x'.repeat(1_100_000),
        headers: { 'content-type': 'application/json' },
      }),
  ],
  'another type': [
    415,
    () => send(app.url, '/auth/login', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }),
  ],
  'a wrong field': [422, () => send(app.url, '/auth/login', { method: 'POST', body: { email: 1 } })],
  'a fault': [500, () => send(broken.url, '/content/v1/announcements')],
  'the page': [200, () => send(app.url, '/admin/desk/users')],
  'a script': [200, () => send(app.url, '/assets/index-abc123.js')],
  'a plain file': [200, () => send(app.url, '/plain.js')],
  'a file that is known': [
    304,
    async () =>
      send(app.url, '/plain.js', {
        headers: { 'if-none-match': (await send(app.url, '/plain.js')).headers.etag ?? '' },
      }),
  ],
  'a part of a file': [206, () => send(app.url, '/plain.js', { headers: { range: 'bytes=0-3' } })],
  'the docs': [200, () => send(app.url, '/docs')],
  'the description': [200, () => send(app.url, '/openapi.json')],
  health: [200, () => send(app.url, '/healthz')],
  'a method nobody has': [404, () => send(app.url, '/nothing', { method: 'PROPFIND' })],
};

const policy = (header: unknown) =>
  Object.fromEntries(
    String(header)
      .split(';')
      .map((rule) => rule.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources.join(' ')]),
  );

function expectSafe(headers: Record<string, unknown>) {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-request-id': expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}$/),
  });
  expect(policy(headers['content-security-policy'])).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' blob: data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  });
  for (const telling of ['server', 'x-powered-by']) expect(headers[telling]).toBeUndefined();
}

describe.each(Object.keys(kinds))('%s', (kind) => {
  test('has every security header', async () => {
    const [status, ask] = kinds[kind] ?? [0, known];
    const answer = await ask();
    expect(answer.status).toBe(status);
    expectSafe(answer.headers);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const type = answer.headers['content-type'] ?? '';
    if (status >= 400 && !type.includes('html')) expect(type).toBe('application/problem+json; charset=utf-8');
  });
});

/** Bytes that never become an HTTP request in the framework. */
const unreadable: [name: string, bytes: string, status: number][] = [
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['TLS on the plain port', '\u0016\u0003\u0001\u0002', 400],
  ['a line feed in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\nb\r\n\r\n', 400],
  ['an unknown method', 'GRAB / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['headers over 16 KB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400],
  ['an expectation that nobody knows', 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n', 417],
  ['an address that is no URL', 'GET /%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
];

test.each(unreadable)('%s is answered by a problem with every security header', async (_, bytes, status) => {
  const answer = await sendRaw(app.url, bytes);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expectSafe(headers);
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(JSON.parse(body)).toMatchObject({ status, requestId: headers['x-request-id'], type: 'about:blank' });
});

test.each(['/admin/users', '/auth/session', '/nothing', '/healthz', '/readyz', '/admin', '/plain.js', '/%zz'])(
  'HSTS on %s exactly when PUBLIC_URL is https',
  async (path) => {
    expect((await send(secure.url, path)).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
    expect((await send(app.url, path)).headers['strict-transport-security']).toBeUndefined();
  },
);

test('the answer to unreadable bytes has HSTS too', async () => {
  expect(await sendRaw(secure.url, 'hello\r\n\r\n')).toContain('Strict-Transport-Security: ');
});

test.each([
  ['/admin/users', 'no-store'],
  ['/auth/session', 'no-store'],
  ['/admin/nothing', 'no-store'],
  ['/nothing', 'no-store'],
  ['/openapi.json', 'no-store'],
  ['/healthz', 'no-store'],
  ['/content/v1/announcements', 'public, max-age=30, stale-while-revalidate=30, stale-if-error=3600'],
  ['/content/v1/announcements?x=1', 'no-store'],
  ['/content/v1/nothing', 'no-store'],
  ['/admin', 'no-cache'],
  ['/admin/desk/users', 'no-cache'],
  ['/plain.js', 'no-cache'],
  ['/assets/index-abc123.js', 'public, max-age=31536000, immutable'],
  ['/assets/index-gone.js', 'no-store'],
])('the Cache-Control of %s is %s', async (path, kept) => {
  for (const asked of [{}, { bearer }]) {
    expect((await send(app.url, path, asked)).headers['cache-control']).toBe(kept);
  }
});

test('the request id is new each time, and never the one that was sent', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, () =>
      send(app.url, '/healthz', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } }),
    ),
  );
  expect(new Set(ids.map(({ headers }) => headers['x-request-id'])).size).toBe(20);
  expect(ids.map(({ headers }) => headers['x-request-id'])).not.toContain('mine');
});

describe('compression', () => {
  const content = '/content/v1/announcements';
  const encodingOf = async (path: string, encodings: string) => {
    const { headers } = await send(app.url, path, { headers: { 'accept-encoding': encodings } });
    return [headers['content-encoding'], headers.vary];
  };

  test('is gzip, for a large answer', async () => {
    for (let index = 0; index < 3; index += 1) {
      await send(app.url, '/admin/announcements', { method: 'POST', bearer, body: { message: '診療所'.repeat(600) } });
    }
    const { hostname, port } = new URL(app.url);
    const request = http.get({ hostname, port, path: content, headers: { 'accept-encoding': 'br, gzip' } });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    expect(gunzipSync(Buffer.concat(parts)).toString()).toBe((await send(app.url, content)).text);
  });

  test('is left out where the caller takes no gzip, and Vary says that the answer differs', async () => {
    for (const encodings of ['', 'br', 'identity', 'gzip;q=0']) {
      expect(await encodingOf(content, encodings)).toEqual([undefined, 'accept-encoding']);
    }
  });

  test('is left out for a small answer', async () => {
    expect(await encodingOf('/content/v1/doctors', 'gzip')).toEqual([undefined, undefined]);
  });

  test('of the description is made once, and not for each request', async () => {
    expect(await encodingOf('/openapi.json', 'br, gzip')).toEqual(['gzip', 'accept-encoding']);
    expect(await encodingOf('/openapi.json', 'br')).toEqual([undefined, 'accept-encoding']);
    const { headers } = await send(app.url, '/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
    // A body that is compressed while it is sent has no length.
    expect(Number(headers['content-length'])).toBeGreaterThan(1000);
  });
});

describe('slow clients', () => {
  test('have 20 seconds for the head of a request, and five minutes for all of one with a file', () => {
    expect(app.app.server).toMatchObject({ requestTimeout: 300_000, headersTimeout: 20_000, keepAliveTimeout: 72_000 });
  });

  // Endless headers and bodies are tested in slow.long.test.ts, since their limits are long.
  test('are cut off when nothing more comes', async () => {
    const desk = await testApp();
    desk.app.server.timeout = 200;
    for (const bytes of [
      'GET /healthz HTTP/1.1\r\nHost: x\r\nX-',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email"',
    ]) {
      expect(await sendRaw(desk.url, bytes)).not.toContain('200 OK');
    }
    desk.app.server.timeout = 0;
    expect((await send(desk.url, '/healthz')).status).toBe(200);
    await desk.close();
  });
});
