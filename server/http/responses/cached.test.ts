import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { everyRole } from '#contract/roles.ts';
import { route } from '#contract/route.ts';
import { type AreaVersions, cached, readContentVersionsBy } from '#server/http/responses/cached.ts';
import { createLog } from '#server/http/log/log.ts';
import { mount } from '#server/http/mount.ts';
import { createServer } from '#server/http/server.ts';
import { send } from '#tests/desk/send.ts';

const made = { summary: 'A made-up call.', failure: 'Failed' };
const words = { ...made, access: 'public' as const };
const input = z.strictObject({ mode: z.string() });
const output = z.object({ text: z.string() });
const contract = {
  plain: route('GET /plain', { ...words, output }),
  staff: route('GET /staff', { ...made, output, roles: everyRole }),
  tree: route('GET /tree/{mode}', { ...words, input, output }),
  scheduled: route('GET /scheduled', { ...words, output }),
  bytes: route('GET /bytes', { ...words, output }),
};

/** A fake database: the stored content, the recorded reads, and hooks for a test. */
let stored: { versions: Record<string, string>; now: number; text: string; until: string | null };
let reads: string[];
let whileReading: () => Promise<void>;
beforeEach(() => {
  stored = { versions: {}, now: Date.parse('2026-11-22T10:00:00Z'), text: 'first', until: null };
  change();
  reads = [];
  whileReading = () => Promise.resolve();
});
let raised = 0;
const change = (area = 'things') => (stored.versions[area] = String((raised += 1)));

async function read(of: string) {
  reads.push(of);
  const { text } = stored;
  await whileReading();
  return { text: `${of}: ${text}` };
}

/** A fake replica: its versions; undefined while it is unreachable. */
let there: AreaVersions | undefined;
beforeEach(() => {
  there = undefined;
});
const asReplica: NonNullable<FastifyInstance['replica']> = {
  read: async (_, isWanted, work) => (there && isWanted(there) ? work({} as NodePgDatabase) : undefined),
};

const app = createServer({ logger: createLog('silent'), trustProxy: false, https: false });
let url = '';
beforeAll(async () => {
  readContentVersionsBy(app, async () => ({ now: stored.now, versions: { ...stored.versions } }));
  app.decorate('replica', asReplica);
  app.decorate('placeholders', { emergency: '112', helpline: '' });
  const areas = ['things'];
  mount(app, 'things', contract, {
    plain: cached({ areas, read: (_, replica) => read(replica ? 'replica' : 'plain') }),
    staff: cached({ areas, read: (_, replica) => read(replica ? 'replica' : 'staff') }),
    tree: cached({ areas, part: ({ mode }) => mode, read: ({ mode }) => read(mode) }),
    scheduled: cached({ areas, read: () => read('scheduled'), validUntil: async () => stored.until }),
    bytes: cached({ areas, read: async () => Buffer.from(JSON.stringify(await read('{emergency} bytes'))) }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

const text = async (path: string) => ((await send(url, path)).json as { text: string }).text;

test('unchanged content is read once, and read again after a change', async () => {
  expect([await text('/plain'), await text('/plain')]).toEqual(['plain: first', 'plain: first']);
  expect(reads).toEqual(['plain']);
  stored.text = 'second';
  change();
  expect([await text('/plain'), await text('/plain')]).toEqual(['plain: second', 'plain: second']);
  expect(reads).toEqual(['plain', 'plain']);
});

test('finished JSON is sent as it is', async () => {
  expect(await text('/bytes')).toBe('{emergency} bytes: first');
});

test('each input has an answer of its own, and only a changed part is read again', async () => {
  for (const mode of ['one', 'two', 'one', 'two']) expect(await text(`/tree/${mode}`)).toBe(`${mode}: first`);
  expect(reads).toEqual(['one', 'two']);
  change('things/one');
  for (const mode of ['one', 'two']) await text(`/tree/${mode}`);
  expect(reads).toEqual(['one', 'two', 'one']);
  change('things');
  for (const mode of ['one', 'two']) await text(`/tree/${mode}`);
  expect(reads).toEqual(['one', 'two', 'one', 'one', 'two']);
});

test('sixteen inputs are kept, and the least recently used one makes room', async () => {
  const modes = Array.from({ length: 16 }, (_, index) => `mode ${index}`);
  for (const mode of modes) await text(`/tree/${encodeURIComponent(mode)}`);
  await text('/tree/mode%200');
  await text('/tree/another');
  reads = [];
  for (const mode of ['mode 0', 'mode 15', 'another', 'mode 1']) await text(`/tree/${encodeURIComponent(mode)}`);
  expect(reads).toEqual(['mode 1']);
});

test('calls at the same moment share one read that began after they came', async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  const begun = new Promise<void>((resolve) => {
    whileReading = () => {
      resolve();
      return held;
    };
  });
  const first = text('/plain');
  await begun;
  stored.text = 'second';
  change();
  const later = Array.from({ length: 20 }, () => text('/plain'));
  whileReading = () => Promise.resolve();
  finish();
  expect(await first).toBe('plain: first');
  expect(new Set(await Promise.all(later))).toEqual(new Set(['plain: second']));
  expect(reads.length).toBe(2);
});

test('a change during a read is in the next answer', async () => {
  whileReading = async () => {
    stored.text = 'second';
    change();
  };
  expect(await text('/plain')).toBe('plain: first');
  whileReading = () => Promise.resolve();
  expect(await text('/plain')).toBe('plain: second');
});

test('a failed read is not kept, and the next call reads again', async () => {
  whileReading = () => Promise.reject(new Error('The database is away'));
  expect((await send(url, '/plain')).status).toBe(500);
  whileReading = () => Promise.resolve();
  expect(await text('/plain')).toBe('plain: first');
});

test.each([
  ['has the versions of the database', () => ({ ...stored }), 'replica'],
  ['is behind', () => ({ ...stored, versions: { records: 'older' } }), 'plain'],
  ['has a clock that is late by a second', () => ({ ...stored, now: stored.now - 1000 }), 'plain'],
  ['is away', () => undefined, 'plain'],
])('where the replica %s, the app reads from the one that is right, and staff never from it', async (_, has, from) => {
  there = has();
  expect([await text('/plain'), await text('/staff')]).toEqual([`${from}: first`, 'staff: first']);
});

test.each([
  [null, 30, 30],
  ['2026-11-22T10:10:00Z', 30, 30],
  ['2026-11-22T10:00:40.900Z', 30, 10],
  ['2026-11-22T10:00:12.900Z', 12, 0],
  ['2026-11-22T10:00:00.900Z', 0, 0],
])(
  'an answer that is valid until %s may be stored for %i seconds, and shown for %i more',
  async (until, life, more) => {
    stored.until = until;
    const { headers } = await send(url, '/scheduled');
    expect(headers['cache-control']).toBe(
      `public, max-age=${life}, stale-while-revalidate=${more}, stale-if-error=3600`,
    );
  },
);

test('the answer is read again at the next scheduled moment, although no content changed', async () => {
  stored.until = '2026-11-22T10:00:20.000Z';
  await text('/scheduled');
  stored.now += 19_999;
  await text('/scheduled');
  expect(reads.length).toBe(1);
  stored.now += 1;
  stored.until = null;
  const { headers } = await send(url, '/scheduled');
  expect([reads.length, headers['cache-control']]).toEqual([
    2,
    'public, max-age=30, stale-while-revalidate=30, stale-if-error=3600',
  ]);
});

test.each([
  ['an answer from a moment that is still to come is read again', 60_000, 'second', 2],
  ['calls that overtake each other share an answer', 900, 'first', 1],
])('after a step back of the clock %s', async (_, back, text, times) => {
  const { etag = '' } = (await send(url, '/scheduled')).headers;
  stored.now -= back;
  stored.text = 'second';
  const again = await send(url, '/scheduled', { headers: { 'if-none-match': etag } });
  expect([again.status, reads.length]).toEqual([text === 'first' ? 304 : 200, times]);
  expect((await send(url, '/scheduled')).json).toEqual({ text: `scheduled: ${text}` });
});

test('an answer is not kept whose content was read while the clock jumped', async () => {
  whileReading = async () => void (stored.now += 60_000);
  expect((await send(url, '/scheduled')).headers['cache-control']).toMatch(
    /^public, max-age=0, stale-while-revalidate=0,/,
  );
  whileReading = () => Promise.resolve();
  stored.now -= 60_000;
  await text('/scheduled');
  expect(reads.length).toBe(2);
});

test('a caller that has the answer gets 304, with the seconds that are left', async () => {
  stored.until = '2026-11-22T10:00:20.000Z';
  const { etag = '' } = (await send(url, '/scheduled')).headers;
  stored.now += 5000;
  const again = await send(url, '/scheduled', { headers: { 'if-none-match': etag } });
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
  expect(again.headers['cache-control']).toMatch(/^public, max-age=15, stale-while-revalidate=0,/);
});

test.each(['-gzip', '-br', '-zstd'])(
  'a proxy that compresses puts %s behind a tag, and it is the same tag',
  async (suffix) => {
    const { etag = '' } = (await send(url, '/scheduled')).headers;
    const tag = etag.replace(/"$/, `${suffix}"`);
    expect((await send(url, '/scheduled', { headers: { 'if-none-match': tag } })).status).toBe(304);
  },
);

test('an answer for staff has an ETag too, and no cache stores it', async () => {
  const { headers } = await send(url, '/staff');
  expect(headers['cache-control']).toBe('no-store');
  const again = await send(url, '/staff', { headers: { 'if-none-match': headers.etag ?? '' } });
  expect([again.status, again.headers['cache-control']]).toEqual([304, 'no-store']);
});

test('the gzip form is made once, and has the same content', async () => {
  stored.text = 'long '.repeat(5000);
  const zipped = async () => {
    const { hostname, port } = new URL(url);
    const request = http.get({ hostname, port, path: '/plain', headers: { 'accept-encoding': 'gzip' } });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return { headers: answer.headers, bytes: Buffer.concat(await answer.toArray()) };
  };
  const [first, second] = [await zipped(), await zipped()];
  const plain = await send(url, '/plain');
  expect(first.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    etag: plain.headers.etag,
  });
  expect(gunzipSync(second.bytes).toString()).toBe(plain.text);
  expect(first.headers['content-length']).toBe(String(first.bytes.length));
  expect(reads.length).toBe(1);
});
