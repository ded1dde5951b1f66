import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Id } from '#contract/common.ts';
import { everyRole } from '#contract/roles.ts';
import { route } from '#contract/route.ts';
import { Failure } from '#server/http/failure.ts';
import { createLog } from '#server/http/log/log.ts';
import type { Context } from '#server/http/context.ts';
import { type Handlers, mount } from '#server/http/mount.ts';
import { createServer } from '#server/http/server.ts';
import { problemOf, send } from '#tests/desk/send.ts';

const Thing = z.object({ name: z.string(), tags: z.array(z.object({ word: z.string() })), size: z.int().nullable() });
const words = { summary: 'A made-up call.', failure: 'Failed', roles: everyRole };
const records = {
  list: route('GET /things', {
    ...words,
    input: z.strictObject({ page: z.int().default(1), all: z.boolean().optional(), rate: z.number().optional() }),
    output: z.object({ given: z.unknown() }),
  }),
  get: route('GET /things/{id}', { ...words, input: z.strictObject({ id: Id }), output: Thing }),
  throws: route('POST /things/{kind}', {
    ...words,
    input: z.strictObject({ kind: z.string() }),
    output: Thing,
    status: 202,
  }),
  ifMatch: route('PUT /things/{id}', {
    ...words,
    input: z.strictObject({ id: Id }),
    output: z.object({ given: z.unknown() }),
    versioned: true,
  }),
};

let answered: unknown;
const thrown: Record<string, unknown> = {
  failure: new Failure(409, 'in_the_way', 'Something is in the way.', { retryAfter: 7 }),
  error: new Error('secret detail'),
  text: 'secret detail',
  status: Object.assign(new Error('secret detail'), { statusCode: 418 }),
};
const handlers: Handlers<typeof records> = {
  list: async (given) => ({ given }),
  get: async () => answered as z.infer<typeof Thing>,
  throws: async ({ kind }, context: Context) => {
    if (kind === 'staff') return { name: context.staff.email, tags: [], size: null };
    if (kind in thrown) throw thrown[kind];
    return { name: kind, tags: [], size: null };
  },
  ifMatch: async (_, { ifMatch }) => ({ given: ifMatch ?? 'none' }),
};

const app = createServer({ logger: createLog('silent'), trustProxy: false, https: false });
let url = '';
beforeAll(async () => {
  mount(app, 'things', records, handlers);
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

const id = '019abcde-0000-7000-8000-000000000000';
const get = (path: string) => send(url, path);

test('what the contract does not name cannot leave the server, at any depth', async () => {
  answered = { name: 'x', secret: 1, tags: [{ word: 'a', secret: 2 }], size: null, password: 'p' };
  expect((await get(`/things/${id}`)).json).toEqual({ name: 'x', tags: [{ word: 'a' }], size: null });
});

test.each([undefined, null, {}, { name: 'x' }, { name: 'x', tags: [{}], size: 1 }])(
  'a handler that returns something else than the contract says, as %j, is answered 500',
  async (value) => {
    answered = value;
    const answer = await get(`/things/${id}`);
    expect([answer.status, problemOf(answer).code]).toEqual([500, 'internal']);
  },
);

test.each([
  ['', { page: 1 }],
  ['?page=3&all=true&rate=1.5', { page: 3, all: true, rate: 1.5 }],
  ['?all=false&rate=-2', { page: 1, all: false, rate: -2 }],
])('a query %j becomes input with the types of the contract', async (query, given) => {
  expect((await get(`/things${query}`)).json).toEqual({ given });
});

test.each(['?all=yes', '?all=1', '?all=', '?all=TRUE', '?rate=', '?rate=1e3', '?rate=x', '?page=1.5', '?page=true'])(
  'a query %j is refused',
  async (query) => {
    expect((await get(`/things${query}`)).status).toBe(422);
  },
);

test.each([
  ['fine', 202, undefined],
  ['failure', 409, 'in_the_way'],
  ['error', 500, 'internal'],
  ['text', 500, 'internal'],
  ['status', 418, 'bad_request'],
  // No guard is mounted here, so there is no signed-in account. A handler that reads `context.staff` then is a
  // programming error.
  ['staff', 500, 'internal'],
])('a handler that is told to end in %s answers %i', async (kind, status, code) => {
  const answer = await send(url, `/things/${kind}`, { method: 'POST', body: {} });
  expect([answer.status, problemOf(answer).code]).toEqual([status, code]);
  expect(answer.text).not.toContain('secret');
  expect(answer.headers['retry-after']).toBe(kind === 'failure' ? '7' : undefined);
});

test.each([
  [undefined, 'none'],
  ['*', 'none'],
  ['"7"', 7],
  ['"0"', -1],
  ['W/"7"', -1],
  ['7', -1],
])('the handler gets If-Match %j as %j', async (header, given) => {
  const headers: Record<string, string> = header === undefined ? {} : { 'if-match': header };
  expect((await send(url, `/things/${id}`, { method: 'PUT', headers })).json).toEqual({ given });
});
