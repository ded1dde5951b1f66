import { once } from 'node:events';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/api.ts';
import type { Route } from '#contract/route.ts';
import { loadDemo } from '#server/run/demo.ts';
import { fileField } from '#server/http/openapi.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { expectContracted, sendMalicious } from '#tests/attacks/malicious-input.ts';
import { keyOf } from '#tests/desk/app-key.ts';
import { type Answer, problemOf, read, send, sendRaw } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';

const plenty = 1_000_000;
let app: TestApp;
let bearer: string;
beforeAll(async () => {
  app = await testApp({
    settings: {
      signInLimitAccountAddress: plenty,
      signInLimitAddress: plenty,
      signInLimitAccount: plenty,
      appCallsPerMinute: plenty,
    },
  });
  await loadDemo(app.database, 40);
  bearer = await newBearer(app);
});
afterAll(() => app.close());

const named = (some: Route[]) => some.map((route) => [`${route.method} ${route.path}`, route] as const);

// malicious-input.long.test.ts sends thousands of them, with another seed each time.
const sendHundred = async (_: string, route: Route) => {
  await sendMalicious(app, route, { numRuns: 100, seed: 20_261_121 });
};
const isSignIn = ({ path }: Route) => /^\/auth\/(login|factor|confirm)$/.test(path);
test.each(named(routes.filter((route) => !isSignIn(route))))(
  '%s gets a hundred inputs: valid, changed and malicious',
  sendHundred,
);
// The refusals of these calls wait for the next tenth of a second.
test.concurrent.each(named(routes.filter(isSignIn)))(
  '%s gets a hundred inputs: valid, changed and malicious',
  sendHundred,
);

/** `{"x0":1,"x1":1,…}`: more fields than any route has. */
const fieldsNamed = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));

const unknown = '00000000-0000-7000-8000-000000000000';
const addressOf = (route: Route) =>
  route.path
    .replace('{kind}', 'announcement')
    .replace('{phase}', 'luteal')
    .replaceAll(/\{\w+\}/g, unknown);
// Routes with a file take a form, and have separate tests.
const withBody = routes.filter((route) => (route.method === 'POST' || route.method === 'PUT') && !fileField(route));
/** The largest body that any route accepts. */
const maxBody = Math.max(...routes.map(({ bodyLimit }) => bodyLimit));
/** It is small until it is decompressed, and then over the limit of each route. */
const bomb = gzipSync(`{"a":"${'x'.repeat(maxBody)}"}`);
const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;

const tokenFor = async ({ access, path }: Route) => {
  if (access === 'app') return keyOf(app);
  return path === '/auth/logout' ? newBearer(app) : bearer;
};

const ask = async (route: Route, body: string | Buffer | undefined, headers: Record<string, string>) => {
  const token = await tokenFor(route);
  return send(app.url, addressOf(route), { method: route.method, bearer: token, body, headers });
};

/** Starts a request and leaves its body to the test. */
async function start(route: Route, headers: Record<string, string>) {
  const { hostname, port } = new URL(app.url);
  const options = { hostname, port, path: addressOf(route), method: route.method, agent: false };
  const authorization = `Bearer ${await tokenFor(route)}`;
  const request = http.request({ ...options, headers: { authorization, ...headers } });
  request.on('error', () => undefined);
  return request;
}

describe.each(named(withBody))('bodies of %s', (_, route) => {
  const json = { 'content-type': 'application/json' };

  test.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'a=b'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/xml', '<a/>'],
    ['application/jsonp', '{}'],
    ['application', '{}'],
    ['', '{}'],
  ])('sent as %j is 415', async (type, body) => {
    const answer = await ask(route, body, { 'content-type': type });
    expect(answer.status).toBe(415);
    expectContracted(route, answer);
  });

  test('without a content type is 415', async () => {
    expect((await ask(route, '{}', {})).status).toBe(415);
  });

  test.each([
    '',
    ' ',
    '{',
    '{"a":}',
    "{'a':1}",
    'NaN',
    '{"a":1}x',
    '{"__proto__":1}',
    '{"constructor":{"prototype":1}}',
    '\u0000',
  ])('%j is 400', async (body) => {
    const answer = await ask(route, body, json);
    expect([answer.status, problemOf(answer).code]).toEqual([400, 'bad_json']);
    expectContracted(route, answer);
  });

  test.each(['null', 'true', '1', '1e400', '"{}"', '[]', '[{}]', nested(1000)])('%.20s is 422', async (body) => {
    const answer = await ask(route, body, json);
    expect([answer.status, problemOf(answer).code]).toEqual([422, 'invalid']);
    expectContracted(route, answer);
  });

  test('a query beside the body is 422', async () => {
    const asked = { method: route.method, bearer: await tokenFor(route), body: {} };
    expect((await send(app.url, `${addressOf(route)}?a=1`, asked)).status).toBe(422);
  });

  test('that say they are over the limit are 413 before any of it arrives', async () => {
    const request = await start(route, { ...json, 'content-length': String(route.bodyLimit + 1) });
    request.flushHeaders();
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    expectContracted(route, await read(response));
    expect(response.statusCode).toBe(413);
    request.destroy();
  });

  test('over the limit without a length are 413 while they stream', async () => {
    const request = await start(route, json);
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
    let answer: Answer | undefined;
    const reading = answered.then(async ([response]) => (answer = await read(response)));
    // The body never ends, so the response must come before.
    const pieces = Math.max(64, Math.ceil(route.bodyLimit / 65_536) + 1);
    for (let sent = 0; !answer && sent < pieces && !request.destroyed; sent += 1) {
      if (!request.write(Buffer.alloc(65_536, 0x20))) await Promise.race([once(request, 'drain'), reading]);
    }
    expect((await reading).status).toBe(413);
    request.destroy();
  });

  test('over the limit when decompressed are 413', async () => {
    const answer = await ask(route, bomb, { ...json, 'content-encoding': 'gzip' });
    expect(answer.status).toBe(413);
    expectContracted(route, answer);
  });

  test.each([
    ['gzip', 'not gzip'],
    ['zip', '{}'],
    ['br', '{}'],
    ['gzip, gzip', '{}'],
  ])('packed as %s and not so is refused', async (encoding, body) => {
    const answer = await ask(route, body, { ...json, 'content-encoding': encoding });
    expect([400, 415]).toContain(answer.status);
    expectContracted(route, answer);
  });

  test('with many unknown fields name at most a hundred of them in the answer', async () => {
    const answer = await ask(
      route,
      JSON.stringify(fieldsNamed(Math.floor(route.bodyLimit / route.bytesPerField))),
      json,
    );
    expect(answer.status).toBe(422);
    expect(problemOf(answer).errors?.length).toBeLessThanOrEqual(100);
  });

  test('with more fields or items than any call needs are refused before their schema runs', async () => {
    const many = Math.floor(route.bodyLimit / route.bytesPerField) + 1;
    const one = '1'.repeat(Math.floor(route.bodyLimit / 35) + 1);
    for (const body of [
      JSON.stringify(fieldsNamed(many)),
      JSON.stringify({ message: fieldsNamed(many) }),
      `{"ids":[${[...one].join(',')}]}`,
    ]) {
      const answer = await ask(route, body, json);
      const sentence = 'The body has too many fields.';
      expect([answer.status, problemOf(answer).errors]).toEqual([422, [{ path: '', message: sentence }]]);
    }
  });

  test('a very long unknown name is cut in the answer', async () => {
    const answer = await ask(route, JSON.stringify({ ['x'.repeat(route.bodyLimit - 100)]: 1 }), json);
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(2000);
  });

  test('a text of marks that is slow to normalise is refused quickly', async () => {
    const marks = Math.floor(route.bodyLimit / 5);
    const heap = `a${'\u0315'.repeat(marks)}${'\u0316'.repeat(marks)}`;
    expect((await ask(route, JSON.stringify({ message: heap }), json)).status).toBe(422);
  });
});

// One route for each limit, because reading such bodies takes long.
test.each([...new Map(withBody.map((route) => [route.bodyLimit, route]))])(
  'a body of %d bytes that is nested as deeply as these allow is 422',
  async (limit, route) => {
    const answer = await ask(route, nested(Math.floor(limit / 2) - 10), { 'content-type': 'application/json' });
    expect([answer.status, problemOf(answer).code]).toEqual([422, 'invalid']);
    expectContracted(route, answer);
  },
);

test('a body has at most 8 kB on a public route, and 1 MB on one of staff', async () => {
  const text = (length: number) => JSON.stringify({ email: 'x'.repeat(length - 12) });
  const headers = { 'content-type': 'application/json' };
  const login = (length: number) => send(app.url, '/auth/login', { method: 'POST', body: text(length), headers });
  expect((await login(8192)).status).toBe(422);
  const refused = await login(8193);
  expect([refused.status, problemOf(refused).code]).toEqual([413, 'body_too_large']);
  const announce = (length: number) =>
    send(app.url, '/admin/announcements', { method: 'POST', bearer, body: text(length), headers });
  expect((await announce(1_048_576)).status).toBe(422);
  expect((await announce(1_048_577)).status).toBe(413);
});

test('a body in pieces without a length is read', async () => {
  const body = '{"message":"In pieces"}';
  const pieces = [...body].map((piece) => `1\r\n${piece}\r\n`).join('');
  const answer = await sendRaw(
    app.url,
    `POST /admin/announcements HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 201 Created\r\n/);
  expect(answer).toContain('In pieces');
});

test.each([
  ['Content-Length: 5\r\nContent-Length: 6', 'two lengths'],
  ['Content-Length: 5\r\nTransfer-Encoding: chunked', 'a length and chunks'],
  ['Content-Length: -1', 'a negative length'],
  ['Content-Length: 1e3', 'a length that is no number'],
  ['Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', 'two encodings'],
])('%j is refused before it reaches a route', async (headers) => {
  const answer = await sendRaw(app.url, `POST /auth/login HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n0\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
});

test.each([
  'page=1&page=1',
  'page=1&page=2',
  'search=a&search=b',
  'page[]=1',
  'page=',
  'page=0',
  'page=1e1',
  'page=0x1',
  'page=+1',
  'page=%201',
  'page=NaN',
  'page=1e400',
  'page=Infinity',
  'page=1.5',
  'page=9999999999999999999',
  'limit=0',
  'limit=101',
  'limit=-1',
  'search=%00',
  'search=a%00b',
  `search=${'x'.repeat(201)}`,
  'unknown=1',
  'Page=1',
  '__proto__=1',
  '__proto__[polluted]=1',
  'constructor=1',
  'constructor.prototype.polluted=1',
  'toString=1',
  '=1',
  'page',
])('GET /admin/users?%s is 422', async (query) => {
  const answer = await send(app.url, `/admin/users?${query}`, { bearer });
  expect([answer.status, problemOf(answer).code]).toEqual([422, 'invalid']);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('a parameter of the path may not come again in query or body', async () => {
  const path = `/admin/announcements/${unknown}`;
  expect((await send(app.url, `${path}?id=${unknown}`, { method: 'DELETE', bearer })).status).toBe(422);
  const status = { method: 'PUT', bearer, body: { isVerified: true, userId: unknown } };
  expect((await send(app.url, `/admin/users/${unknown}/status`, status)).status).toBe(422);
});

test('a DELETE with fields in a body is 422', async () => {
  const path = `/admin/announcements/${unknown}`;
  expect((await send(app.url, path, { method: 'DELETE', bearer, body: { really: true } })).status).toBe(422);
  expect((await send(app.url, path, { method: 'DELETE', bearer, body: {} })).status).toBe(404);
});
