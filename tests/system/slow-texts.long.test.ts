import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { runningAt } from '#server/database/embedded/lock.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { built } from '#tests/desk/built-server.ts';
import { newFolder, residentMb, startServer, until } from '#tests/desk/server-process.ts';
import { send } from '#tests/desk/send.ts';
import { signIn } from '#tests/desk/writes.ts';

const dataDir = newFolder();
let server: Awaited<ReturnType<typeof startServer>>;
let bearer: string;
beforeAll(async () => {
  server = await startServer(built.main, { DATA_DIR: dataDir, DEMO_USERS: '200' });
  bearer = await signIn(server.url, server.password ?? '');
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

/** The measurements from the start of a test to its end. */
let watching: { stop: () => Promise<{ health: number; peak: number }> };
beforeEach(() => {
  const times: number[] = [];
  let [peak, isOver] = [0, false];
  const look = async () => {
    while (!isOver) {
      const began = performance.now();
      expect((await send(server.url, '/healthz')).status).toBe(200);
      times.push(performance.now() - began);
      peak = Math.max(peak, residentMb(server.child.pid));
      await pause(20);
    }
  };
  const looking = look();
  watching = {
    async stop() {
      isOver = true;
      await looking;
      const health = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
      return { health: Math.round(health), peak: Math.round(peak) };
    },
  };
});
afterEach(async ({ task }) => {
  const { health, peak } = await watching.stop();
  console.log(`${task.name}: /healthz ${health} ms at p99, ${peak} MB at most; load ${loadavg()[0]?.toFixed(1)}`);
  expect([health < 250, peak < 300]).toEqual([true, true]);
});

const sql = async (text: string, values: unknown[] = []) => {
  const { target } = (await runningAt(dataDir)) ?? {};
  return withClient(target ?? {}, async (client) => {
    // As the app wrote before there was a limit.
    await client.query('SET session_replication_role = replica; SET statement_timeout = 0');
    return (await client.query(text, values)).rows as Record<string, unknown>[];
  });
};

test('posts that are made to be slow to read are marked', async () => {
  const texts = [
    `http://x${'.'.repeat(250_000)}x`,
    `a${'\u0315'.repeat(20_000)}${'\u0316'.repeat(20_000)}`,
    'a@b.co b.com '.repeat(20_000),
    'send '.repeat(50_000),
    'Ab '.repeat(80_000),
  ];
  for (const text of texts) {
    await sql(`INSERT INTO posts (id, user_id, content) SELECT gen_random_uuid(), id, $1 FROM users LIMIT 8`, [text]);
  }
  const list = () => send(server.url, '/admin/awa/posts?marks=any', { bearer });
  expect((await list()).status).toBe(200);
  await until('the marks', async () => (await sql('SELECT FROM posts WHERE rules = 0')).length === 0);
  expect((await list()).status).toBe(200);
});

const at = '/admin/lady-due/import';
const headers = { 'content-type': 'application/json' };
const importOf = (cards: object[], dryRun = false) =>
  send(server.url, at, {
    method: 'POST',
    bearer,
    headers,
    body: {
      file: { version: '1.0', trackingMode: 'PCOS', categories: [{ name: 'A', sections: [{ title: 'S', cards }] }] },
      trackingMode: 'PCOS',
      dryRun,
    },
  });

test.each([
  ['letters of one byte', 'A text of some length. '],
  ['letters of several bytes', 'Ọ̀rọ̀ tó gùn díẹ̀ nìyí. '],
])('a file of 20 MB with long texts in %s is imported', async (_, sentence) => {
  const size = Buffer.byteLength(sentence);
  const text = `<p>${sentence.repeat(Math.floor(95_000 / sentence.length))}</p>`;
  const count = Math.floor(19_500_000 / (Buffer.byteLength(text) + 100));
  expect(size).toBeGreaterThan(10);
  const cards = Array.from({ length: count }, (_each, index) => ({
    title: `Card ${index}`,
    richContent: `${text}<p>${index}</p>`,
  }));
  const answer = await importOf(cards);
  expect([answer.status, answer.json]).toEqual([
    200,
    expect.objectContaining({ create: expect.anything() as unknown }),
  ]);
});

test('a file of many cards is imported', async () => {
  const description = 'A description of some length. '.repeat(60);
  const cards = Array.from({ length: 9_900 }, (_, index) => ({ title: `Card ${index}`, description }));
  expect((await importOf(cards)).status).toBe(200);
});

test('imports that are made to be slow to read are refused, eight at once', async () => {
  const body = (list: string) => gzipSync(`{"trackingMode":"PCOS","file":[${list}]}`);
  const bodies = [
    body(`${'[],'.repeat(6_900_000)}[]`),
    body(`${'{},'.repeat(6_900_000)}{}`),
    body(`${'[[[[[[[[[[]]]]]]]]]],'.repeat(990_000)}[]`),
    body(`${'{"a":1},'.repeat(2_600_000)}{}`),
    body(`"${'\\\\'.repeat(10_000_000)}"`),
    body(`${'[],'.repeat(500_000)}"${'x'.repeat(19_000_000)}"`),
  ];
  for (const sent of bodies) {
    const calls = Array.from({ length: 8 }, () =>
      send(server.url, at, { method: 'POST', bearer, headers: { ...headers, 'content-encoding': 'gzip' }, body: sent }),
    );
    for (const { status } of await Promise.all(calls)) expect([422, 503]).toContain(status);
  }
});

test('rich texts that are made to be slow to sanitise are refused or imported', async () => {
  const slow = [
    `${'<b>'.repeat(50_000)}${'</i>'.repeat(50_000)}`,
    `${'<b>'.repeat(10_000)}${'</i>'.repeat(10_000)}`,
    '<'.repeat(19_000),
    '<b><p></b>'.repeat(6_600),
    `<a href="https://x.y/${'a'.repeat(90_000)}">a</a>`,
  ];
  for (const richContent of slow) {
    const cards = Array.from({ length: 40 }, (_, index) => ({ title: `Card ${index}`, richContent }));
    expect([200, 422]).toContain((await importOf(cards, true)).status);
  }
});
