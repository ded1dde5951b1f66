import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { createLog } from '#server/http/log/log.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { caller, doneBy } from '#tests/desk/caller.ts';
import { postgresAlone } from '#tests/database/postgres-pair.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { newFolder, until } from '#tests/desk/server-process.ts';
import { openStream } from '#tests/desk/stream.ts';

const folder = newFolder();
let postgres: Awaited<ReturnType<typeof postgresAlone>>;
let app: TestApp;
let bearer: string;
beforeAll(async () => {
  postgres = await postgresAlone(folder);
  // Autovacuum would flush commits that were not waited for.
  await postgres.query('ALTER SYSTEM SET autovacuum = off');
  await postgres.query('SELECT pg_reload_conf()');
  const log = createLog('silent');
  const database = await openDatabase({ databaseUrl: postgres.url, databasePool: 5, dataDir: folder }, log);
  app = await testApp({ database: { ...database, url: postgres.url } });
  bearer = await newBearer(app);
});
afterAll(async () => {
  await app.drain();
  await app.database.close();
  await postgres.end('SIGQUIT');
  rmSync(folder, { recursive: true, force: true });
});

const announce = () => doneBy(caller(app.url, bearer).post('/admin/announcements', { message: 'Hello' }));

const next = async () => {
  const [row] = await postgres.query<{ next: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next');
  return BigInt(row?.next ?? '');
};

/** The process that writes asynchronous commits to the disk, a moment later. */
async function findWriter() {
  const [row] = await postgres.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'",
  );
  if (!row) throw new Error('Postgres has no such process');
  return row.pid;
}

/**
 * Writes entries to the log without waiting for the disk, and resolves to the last event id of a desk that was
 * following.
 */
async function writeUnsafe() {
  const stream = await openStream(app.url, bearer);
  for (let count = 0; count < 50; count += 1) {
    await app.database.pool.query(
      `SELECT log_event($1, NULL, '', 'disable', 'staff', 'account', NULL, 'x', '', 1)
       WHERE set_config('synchronous_commit', 'off', true) = 'off'`,
      [randomUUID()],
    );
  }
  await stream.until('the events', () => stream.operations().length >= 50);
  stream.close();
  return stream.lastId();
}

test('after a crash that lost transactions, whose numbers are reused, a desk reloads everything', async () => {
  const kept = openStream(app.url, bearer);
  await announce();
  const writer = await findWriter();
  process.kill(writer, 'SIGSTOP');
  const last = await writeUnsafe();
  const before = await next();
  await postgres.end('SIGKILL');
  process.kill(writer, 'SIGKILL');
  await postgres.start();
  expect(await next()).toBeLessThan(before);
  await until('the desk', () => announce().catch(() => undefined));
  // From here on, an event id from before the crash would count this change as already seen.
  while ((await next()) < before) await announce();

  const stream = await openStream(app.url, bearer, last);
  await stream.until('the first event', () => stream.events.length > 0);
  expect(stream.events[0]).toMatchObject({ name: 'reset', data: {} });
  const other = await kept;
  await other.until('the same in a stream that goes on', () => other.events.some(({ name }) => name === 'reset'));
  for (const one of [stream, other]) one.close();
});

test('after Postgres was stopped in an orderly way, a desk goes on where it was', async () => {
  const before = await openStream(app.url, bearer);
  const operation = await announce();
  await before.until('the change', () => before.operations().includes(operation));
  before.close();
  await postgres.end('SIGINT');
  await postgres.start();
  const meanwhile = await until('the desk', () => announce().catch(() => undefined));
  const after = await openStream(app.url, bearer, before.lastId());
  await after.until('the change', () => after.operations().includes(meanwhile));
  expect(after.events.map(({ name }) => name)).not.toContain('reset');
  expect(after.operations()).not.toContain(operation);
  after.close();
});
