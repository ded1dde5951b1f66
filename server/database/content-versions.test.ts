import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentVersionReader } from '#server/database/content-versions.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const readAll = (areas: string[]) => contentVersionReader(database.db)(areas);
const read = async (...areas: string[]) => (await readAll(areas)).versions;
const run = (sql: string, values: unknown[] = []) => database.pool.query(sql, values);
const announce = `INSERT INTO announcements (id, message, enabled) VALUES (gen_random_uuid(), 'x', true)`;
/** Runs `work` in a transaction of another connection, open until `work` ends. */
const inTransaction = (end: 'COMMIT' | 'ROLLBACK', work: (query: (sql: string) => Promise<unknown>) => Promise<void>) =>
  withClient({ connectionString: database.url }, async (client) => {
    await client.query('BEGIN');
    await work((sql) => client.query(sql));
    await client.query(end);
  });

test('content that was never changed has no version, and the time is that of the database', async () => {
  const before = Date.now();
  const { now, versions } = await readAll(['nothing']);
  expect(versions).toEqual({});
  expect(Math.abs(now - before)).toBeLessThan(60_000);
});

test.each([
  ['an insert', announce],
  ['an update', "UPDATE announcements SET message = 'y'"],
  ['a deletion', 'DELETE FROM announcements'],
  ['a truncation', 'TRUNCATE announcements'],
])('%s is another version of its area, and of no other', async (_, change) => {
  await run(announce);
  await run('UPDATE doctors SET name = name');
  const before = await read('announcements', 'doctors');
  await run(change);
  const after = await read('announcements', 'doctors');
  expect(after.announcements).not.toBe(before.announcements);
  expect(after.doctors).toBe(before.doctors);
});

test('a new name of an account makes a new version, a new password does not', async () => {
  await run(`INSERT INTO staff (id, email, name, role, password_hash)
    VALUES (gen_random_uuid(), 'a@b.org', 'A', 'administrator', 'x')`);
  const before = await read('staff');
  await run("UPDATE staff SET password_hash = 'y'");
  expect(await read('staff')).toEqual(before);
  await run("UPDATE staff SET name = 'B'");
  expect(await read('staff')).not.toEqual(before);
});

test('an area comes with its parts', async () => {
  for (const area of ['tree', 'tree/one', 'trees']) await run('SELECT raise_content_version($1)', [area]);
  expect(Object.keys(await read('tree')).toSorted()).toEqual(['tree', 'tree/one']);
});

test('the version of an uncommitted transaction is invisible, and a rollback leaves none', async () => {
  const before = await read('announcements');
  await inTransaction('ROLLBACK', async (query) => {
    await query(announce);
    expect(await read('announcements')).toEqual(before);
  });
  expect(await read('announcements')).toEqual(before);
  await inTransaction('COMMIT', async (query) => {
    await query(announce);
    expect(await read('announcements')).toEqual(before);
  });
  expect(await read('announcements')).not.toEqual(before);
});

test('writers of one area never wait for each other, in whatever order they end', async () => {
  const seen = new Set<unknown>([(await read('announcements')).announcements]);
  await inTransaction('COMMIT', async (first) => {
    await first(announce);
    await inTransaction('COMMIT', async (second) => {
      await second(announce);
      await second(announce);
      await run(announce);
      seen.add((await read('announcements')).announcements);
    });
    seen.add((await read('announcements')).announcements);
  });
  seen.add((await read('announcements')).announcements);
  expect(seen.size).toBe(4);
});

test('there are at most as many rows as simultaneous writers', async () => {
  const count = async () =>
    (await run("SELECT count(*)::int AS rows FROM content_versions WHERE area = 'announcements'")).rows[0].rows;
  await Promise.all(Array.from({ length: 100 }, () => run(announce)));
  expect(await count()).toBeLessThanOrEqual(database.pool.options.max + 3);
});

test('no trigger builds its statements by EXECUTE, which would plan them at each change', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    SELECT DISTINCT proname AS name FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE NOT tgisinternal AND prosrc ~* '\\mexecute\\M'`);
  expect(rows).toEqual([]);
});
