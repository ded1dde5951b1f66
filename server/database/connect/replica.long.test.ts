import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { Card, Category, Section, ShownMode } from '#contract/lady-due.ts';
import { openDatabase } from '#server/database/open.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/http/log/log.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';
import { postgresPair } from '#tests/database/postgres-pair.ts';
import { send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { newFolder, until } from '#tests/desk/server-process.ts';

const folder = newFolder();
let pair: Awaited<ReturnType<typeof postgresPair>>;
let app: TestApp;
let staff: ReturnType<typeof caller>;
/** The number of times content was read from the replica, and from the database instead. */
const reads = { replica: 0, database: 0 };
beforeAll(async () => {
  pair = await postgresPair(path.join(folder, 'a'), path.join(folder, 'b'));
  const settings = { ...readEnv({}), databaseUrl: pair.url(), databaseReplicaUrl: pair.replica().url };
  const database = await openDatabase(settings, createLog('silent'));
  const { replica } = database;
  const counted = replica && {
    ...replica,
    read: (async (...asked) => {
      const found = await replica.read(...asked);
      reads[found === undefined ? 'database' : 'replica'] += 1;
      return found;
    }) as typeof replica.read,
  };
  app = await testApp({ database: { ...database, replica: counted, url: pair.url() } });
  staff = caller(app.url, await newBearer(app));
});
afterAll(async () => {
  await app.close();
  await app.database.close();
  await pair.close();
  rmSync(folder, { recursive: true, force: true });
});

async function shown() {
  const { json } = await send(app.url, '/content/v1/announcements');
  return (json as { announcements: { message: string }[] }).announcements[0]?.message;
}

test('a replica that follows or lags shows scheduled words from their time on, and not the words saved since', async () => {
  const category = await staff.make<Category>('/admin/lady-due/categories', { name: 'A', trackingMode: 'PCOS' });
  const section = await staff.make<Section>('/admin/lady-due/sections', { categoryId: category.id, title: 'B' });
  const fields = { sectionId: section.id, title: 'v2', publishStatus: 'published' };
  const { id } = await staff.make<Card>('/admin/lady-due/cards', fields);
  const title = async () => {
    const { categories } = (await send(app.url, '/content/v1/lady-due/PCOS')).json as ShownMode;
    return categories[0]?.sections[0]?.cards[0]?.title;
  };
  const time = Date.now() + 3000;
  const words = { showFrom: new Date(time).toISOString(), words: { title: 'v3' } };
  expectDone(await staff.post(`/admin/lady-due/cards/${id}/publish`, words));
  const before = reads.replica;
  await until('a read from the replica', async () => {
    await staff.put(`/admin/lady-due/cards/${id}`, { description: randomUUID() });
    expect(await title()).toBe('v2');
    return reads.replica > before;
  });
  await pair.replica().query('SELECT pg_wal_replay_pause()');
  expectDone(await staff.put(`/admin/lady-due/cards/${id}`, { title: 'v4' }));
  while (Date.now() < time - 50) expect(await title()).toBe('v2');
  await until('the time of the words', async () => Date.now() > time + 1000);
  expect(await title()).toBe('v3');
  await pair.replica().query('SELECT pg_wal_replay_resume()');
  await until('a read from the replica after the time', async () => {
    const earlier = reads.replica;
    await staff.put(`/admin/lady-due/cards/${id}`, { description: randomUUID() });
    expect(await title()).toBe('v3');
    return reads.replica > earlier;
  });
});

test('a streaming replica: no answer is older than its call, whether the replica follows, lags or is gone', async () => {
  const { id } = await staff.make<Announcement>('/admin/announcements', { message: 'first', enabled: true });
  let written = 0;
  const change = async () => {
    written += 1;
    await staff.put(`/admin/announcements/${id}`, { message: `Change ${written}` });
  };
  /** Makes changes and reads; each read must include the change before it. */
  async function changeAndRead(times: number) {
    const before = { ...reads };
    for (let n = 0; n < times; n += 1) {
      await change();
      expect(await shown()).toBe(`Change ${written}`);
    }
    return { replica: reads.replica - before.replica, database: reads.database - before.database };
  }
  const first = await changeAndRead(300);
  expect(first.replica + first.database).toBe(300);

  await pair.replica().query('SELECT pg_wal_replay_pause()');
  expect(await changeAndRead(20)).toEqual({ replica: 0, database: 20 });
  await pair.replica().query('SELECT pg_wal_replay_resume()');
  await until('a read from the replica', async () => (await changeAndRead(1)).replica === 1);

  await pair.query("ALTER SYSTEM SET synchronous_standby_names = ''");
  await pair.query('SELECT pg_reload_conf()');
  await pair.replica().end('SIGKILL');
  expect(await changeAndRead(20)).toEqual({ replica: 0, database: 20 });
  await pair.replica().start();
  await until('a read from the replica', async () => (await changeAndRead(1)).replica === 1);
  process.stdout.write(`of ${written} changes ${reads.replica} were read from the replica\n`);
});
