import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { expectRoom } from '#server/database/disk-full.ts';
import { runningAt } from '#server/database/embedded/lock.ts';
import { openEmbedded } from '#server/database/embedded/postgres.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { createLog } from '#server/http/log/log.ts';
import { testApp } from '#tests/desk/test-app.ts';
import { testDatabase } from '#tests/database/database.ts';
import { operationOf } from '#tests/desk/caller.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { mayMount, smallDisk } from '#tests/load/small-disk.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { built } from '#tests/desk/built-server.ts';
import { gone, launch, newFolder, postgresOf, startServer, until } from '#tests/desk/server-process.ts';
import { signIn, writeAnnouncements } from '#tests/desk/writes.ts';

const cleanup: (() => unknown)[] = [];
afterAll(async () => {
  for (const clean of cleanup.toReversed()) await clean();
});

/** The reads of a signed-in person and of a stranger. */
const reads = [
  '/admin/users',
  '/admin/users?search=ada',
  '/admin/metrics',
  '/admin/announcements',
  '/admin/operations',
  '/admin/bin',
  '/api/doctors',
  '/content/v1/announcements',
  '/auth/session',
  '/readyz',
];
const statusesOf = async (url: string, bearer: string) =>
  Promise.all(reads.map(async (address) => (await send(url, address, { bearer })).status));
const ok = reads.map(() => 200);
const write = (url: string, bearer: string, key?: string) =>
  send(url, '/admin/announcements', {
    method: 'POST',
    bearer,
    body: { message: 'Written when the disk was full' },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const refusal = (answer: Answer) => [answer.status, problemOf(answer).code, problemOf(answer).detail];
const refused = [507, 'disk_full', 'The disk of the server is full. Nothing was changed.'];

const inPostgres = async <T extends object>(dataDir: string, sql: string) => {
  const running = await runningAt(dataDir);
  return withClient(running?.target ?? {}, async (client) => (await client.query<T>(sql)).rows);
};
const segments = (dataDir: string) =>
  inPostgres<{ name: string; recycled: boolean }>(
    dataDir,
    `SELECT name, name > pg_walfile_name(pg_current_wal_insert_lsn()) AS recycled FROM pg_ls_waldir()
     WHERE name ~ '^[0-9A-F]{24}$'`,
  );

test('the embedded Postgres keeps segments of its log ready, and its checkpoints need no new file', async () => {
  const dataDir = newFolder();
  cleanup.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const opened = await openEmbedded({ dataDir, maxConnections: 20 }, createLog('silent'));
  cleanup.push(opened.close);
  await until('the segments', async () => {
    const found = await segments(dataDir);
    return found.length === 8 && found.filter(({ recycled }) => recycled).length === 7;
  });
  expect(await inPostgres(dataDir, 'SHOW max_active_replication_origins')).toEqual([
    { max_active_replication_origins: '0' },
  ]);
});

test('with too little room a change is refused in words, but not one that was done before, and everything is read', async () => {
  const database = await testDatabase();
  let least = 0;
  const app = await testApp({ database: { ...database, expectRoom: () => expectRoom(tmpdir(), least) } });
  const bearer = await newBearer(app);
  const first = await write(app.url, bearer, 'before');
  expect(first.status).toBe(201);
  least = Number.MAX_SAFE_INTEGER;
  expect(refusal(await write(app.url, bearer))).toEqual(refused);
  expect(
    refusal(await send(app.url, `/admin/operations/${operationOf(first)}/undo`, { method: 'POST', bearer })),
  ).toEqual(refused);
  expect((await write(app.url, bearer, 'before')).json).toEqual(first.json);
  expect(await statusesOf(app.url, bearer)).toEqual(ok);
  await app.close();
  await database.close();
});

test('where the disk of a Postgres over the network is full, changes are refused in words, and everything is read', async () => {
  const app = await testApp();
  const { pool } = app.database;
  const bearer = await newBearer(app);
  await pool.query("UPDATE sessions SET used_at = now() - interval '5 minutes'");
  await pool.query(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
  for (const table of ['announcements', 'operations', 'sessions', 'bearers']) {
    await pool.query(`CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION no_room()`);
  }
  expect(refusal(await write(app.url, bearer))).toEqual(refused);
  expect(await statusesOf(app.url, bearer)).toEqual(ok);
  await app.close();
});

test('a statement that fails leaves its connection open, since a full disk may let no new one in', async () => {
  const database = await testDatabase();
  const area = database.share();
  const connected = async () => (await area.execute(sql`SELECT pg_backend_pid() AS pid`)).rows;
  const before = await connected();
  await expect(area.execute(sql`SELECT 1 / 0`)).rejects.toThrow();
  expect(await connected()).toEqual(before);
  await database.close();
});

// When this user may not mount a disk, the parts above are tested.
test.each(mayMount() ? [400] : [])('a disk of %d MB that is full: reads go on, nothing is lost', async (megabytes) => {
  const disk = smallDisk(megabytes);
  cleanup.push(() => disk.remove());
  const dataDir = path.join(disk.folder, 'data');
  const server = await startServer(built.main, { DATA_DIR: dataDir, DISK_RESERVE_MB: '64' });
  cleanup.push(() => server.child.kill('SIGKILL'));
  const { url, password = '' } = server;
  const bearer = await signIn(url, password);
  await until('the segments', async () => (await segments(dataDir)).length === 8);
  const acknowledged: string[] = [];
  const writing = writeAnnouncements(url, bearer, acknowledged);
  await until('some writes', () => acknowledged.length >= 20);
  disk.fill();
  await writing.stopped;
  expect(refusal(await write(url, bearer))).toEqual(refused);

  // As much as very many sign-ins would write: the write-ahead log is recycled more than once, and each checkpoint is
  // made.
  for (let round = 0; round < 4; round += 1) {
    await inPostgres(dataDir, "SELECT pg_logical_emit_message(false, '', repeat('x', 40000000))");
    await inPostgres(dataDir, 'CHECKPOINT');
    disk.fill();
    expect(await statusesOf(url, bearer)).toEqual(ok);
  }
  // Postgres deletes this file whenever it vacuums its catalogs, and accepts no connection before it can write it
  // again.
  for (const folder of ['global', 'base/5']) rmSync(path.join(dataDir, 'postgres', folder, 'pg_internal.init'));
  disk.fill();
  const crowd = Array.from({ length: 5 }, () => statusesOf(url, bearer));
  expect(await Promise.all(crowd)).toEqual(crowd.map(() => ok));

  const postgres = postgresOf(dataDir);
  process.kill(postgres, 'SIGKILL');
  await gone(postgres);
  await until('serving again', async () => (await send(url, '/readyz')).status === 200);
  expect(await statusesOf(url, bearer)).toEqual(ok);
  expect(refusal(await write(url, bearer))).toEqual(refused);

  disk.free();
  expect((await write(url, bearer)).status).toBe(201);
  expect(await writing.read(url, bearer)).toEqual(expect.arrayContaining(acknowledged));
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  disk.fill();
  const again = launch(built.main, { DATA_DIR: dataDir, PORT: '0' });
  expect(await again.ended).toBe(1);
  expect(again.refusal()).toBe(
    `Awa Desk cannot start: the disk is full. Make room for DATA_DIR ${dataDir}, then start again.\n`,
  );
});
