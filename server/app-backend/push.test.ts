import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { readFeed } from '#server/app-backend/feed.ts';
import { keepPushing, pushNews } from '#server/app-backend/push.ts';
import { pushPauseAfter } from '#server/app-backend/push-pause.ts';
import type { createLog } from '#server/http/log/log.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';
import { until } from '#tests/desk/server-process.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
type Received = { headers: IncomingHttpHeaders; body: string };
let received: Received[];
let answer: (response: ServerResponse) => void;
let backend: Server;
let webhook: { url: string; secret: string };
beforeEach(async () => {
  received = [];
  answer = (response) => response.writeHead(204).end();
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ headers: request.headers, body: await text(request) });
    answer(response);
  };
  backend = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1');
  await once(backend, 'listening');
  webhook = { url: `http://127.0.0.1:${(backend.address() as AddressInfo).port}/news`, secret };
});
afterEach(async () => {
  backend.closeAllConnections();
  await new Promise((resolve) => backend.close(resolve));
});

const run = (sql: string) => database.pool.query<Record<string, unknown>>(sql);
const change = () => run("INSERT INTO app_changes (type, subject) VALUES ('content.changed', '/content/v1/doctors')");
const lines: [string, unknown][] = [];
const log = {
  warn: (fields: unknown, line: string) => lines.push([line, fields]),
  info: (line: string) => lines.push([line, undefined]),
} as unknown as ReturnType<typeof createLog>;
const push = (signal = new AbortController().signal) => pushNews(database.db, webhook, log, signal);
const state = async () => (await run('SELECT * FROM app_feed')).rows[0] ?? {};
/** Makes the next try due now. */
/** A stored time is rounded to the next millisecond, which may not have come yet. */
const due = () => run("UPDATE app_feed SET next_push_at = now() - interval '1 millisecond'");

beforeEach(async () => {
  lines.length = 0;
  await run(
    "UPDATE app_feed SET pushed = numbered, push_failures = 0, push_failure = '', next_push_at = now() - interval '1 millisecond'",
  );
  await readFeed(database.db, { limit: 1 });
  await run('UPDATE app_feed SET pushed = numbered');
});

test('the backend gets one signed request for all changes, without their content', async () => {
  const { after } = await readFeed(database.db, { limit: 1 });
  await push();
  expect(received).toEqual([]);
  await change();
  await change();
  await push();
  await push();
  expect(received).toHaveLength(1);
  const [{ headers, body }] = received as [Received];
  const sent = new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(sent).toEqual({ type: 'changes.available', timestamp: expect.any(String) as unknown, data: { after } });
  expect(headers['webhook-id']).toBe(`after-${after}`);
  expect(body).not.toContain('doctors');
  expect((await readFeed(database.db, { after, limit: 10 })).changes).toHaveLength(2);
  expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow('signature');
});

test.each([
  ['500', (response: ServerResponse) => response.writeHead(500).end(), 'answered 500'],
  [
    'a redirect',
    (response: ServerResponse) => response.writeHead(307, { location: webhook.url }).end(),
    'answered 307, a redirect',
  ],
  ['a closed connection', (response: ServerResponse) => response.destroy(), 'could not be reached (UND_ERR_SOCKET)'],
])('after %s the next try waits, and one delivery catches up', async (_, respond, reason) => {
  answer = respond;
  await change();
  await push();
  expect(received).toHaveLength(1);
  expect(await state()).toMatchObject({ push_failures: 1, push_failure: reason });
  await change();
  await push();
  expect(received).toHaveLength(1);
  await due();
  await push();
  expect(await state()).toMatchObject({ push_failures: 2, push_failure: reason });
  expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
  answer = (response) => response.writeHead(200).end('fine');
  await due();
  await push();
  expect(received).toHaveLength(3);
  const now = await state();
  expect(now).toMatchObject({ push_failures: 0, push_failure: '', pushed: now.numbered });
  // One line when it begins to fail, and one when it works again.
  expect(lines).toEqual([
    ['the app was not told of changes', { reason }],
    ['the app is told of changes again', undefined],
  ]);
});

test('a backend that hangs is left after its time', async () => {
  answer = () => undefined;
  await change();
  await pushNews(database.db, { ...webhook, answersWithin: 100 }, log, new AbortController().signal);
  expect(await state()).toMatchObject({ push_failures: 1, push_failure: 'did not answer within 0.1 seconds' });
});

test('the pauses double from 5 seconds up to a day', () => {
  expect([1, 2, 3, 10, 15, 16, 40, 2000].map(pushPauseAfter)).toEqual([
    5, 10, 20, 2560, 81_920, 86_400, 86_400, 86_400,
  ]);
});

test('while a request is under way no other process sends one, and the claim of a killed process ends', async () => {
  let finish = () => {};
  answer = (response) => (finish = () => response.writeHead(204).end());
  await change();
  const first = push();
  await until('the request', () => received.length === 1);
  await change();
  await push();
  expect(received).toHaveLength(1);
  const { rows } = await run('SELECT extract(epoch FROM next_push_at - now())::float8 AS left FROM app_feed');
  expect(rows[0]?.left).toBeGreaterThan(20);
  expect(rows[0]?.left).toBeLessThanOrEqual(30);
  finish();
  await first;
  answer = (response) => response.writeHead(204).end();
  await push();
  expect(received).toHaveLength(2);
});

test('a desk that ends does not wait for the backend, and leaves the sending to others', async () => {
  answer = () => undefined;
  await change();
  const end = keepPushing(database.db, webhook, log);
  await until('the request', () => received.length === 1);
  await end();
  answer = (response) => response.writeHead(204).end();
  await push();
  expect(received).toHaveLength(2);
  expect(await state()).toMatchObject({ push_failures: 0 });
});

test('a running desk tells of a change within seconds', async () => {
  const end = keepPushing(database.db, webhook, log);
  await change();
  await until('the request', () => received.length === 1);
  await end();
});
