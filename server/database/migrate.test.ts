import { drizzle } from 'drizzle-orm/node-postgres';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate, migrationsCurrent } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { openPool, withClient } from '#server/database/connect/pool.ts';
import { createLog } from '#server/http/log/log.ts';
import { holdLock } from '#tests/database/locks.ts';
import { createDatabase } from '#tests/database/database.ts';

const shipped = path.resolve('server/database/migrations');

/** The shipped migrations and one more. */
function withOneMore(sql: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-migrations-'));
  cpSync(shipped, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: object[] };
  const entry = {
    idx: journal.entries.length,
    version: '7',
    when: 4_000_000_000_000,
    tag: '9999_more',
    breakpoints: true,
  };
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  writeFileSync(path.join(folder, '9999_more.sql'), sql);
  return folder;
}

const empty = "TEMPLATE template0 ENCODING 'UTF8'";
const databases: Awaited<ReturnType<typeof createDatabase>>[] = [];
const create = async (options: string) => {
  const database = await createDatabase(options);
  databases.push(database);
  return { connectionString: database.url };
};

let migrated: { connectionString: string };
beforeAll(async () => {
  migrated = await create(empty);
  await migrate(migrated);
});
afterAll(() => Promise.all(databases.map((database) => database.drop())));

const tablesOf = (target: { connectionString: string }) =>
  withClient(target, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'drizzle') ORDER BY 1",
    );
    return rows.map((row) => row.name);
  });

const migrationsOf = (target: { connectionString: string }) =>
  withClient(target, async (client) => (await client.query('SELECT * FROM drizzle.__drizzle_migrations')).rows);

const open = (target: { connectionString: string }) =>
  openDatabase({ databaseUrl: target.connectionString, databasePool: 2, dataDir: '' }, createLog('silent'));

test('five that start at once on an empty database migrate it once', async () => {
  const target = await create(empty);
  await Promise.all(Array.from({ length: 5 }, () => migrate(target)));
  expect(await migrationsOf(target)).toHaveLength((await migrationsOf(migrated)).length);
  expect(await tablesOf(target)).toEqual(await tablesOf(migrated));
});

test('a failed migration changes nothing, on an empty database and on one in use', async () => {
  const broken = withOneMore('CREATE TABLE half (id int);\n--> statement-breakpoint\nSELECT 1 / 0;');
  const target = await create(empty);
  await expect(migrate(target, broken)).rejects.toThrow(
    /^The database cannot be migrated: Postgres refused a value \(22012\)\.$/,
  );
  expect(await tablesOf(target)).toEqual([]);

  const before = [await tablesOf(migrated), await migrationsOf(migrated)];
  await expect(migrate(migrated, broken)).rejects.toThrow(
    /^The database cannot be migrated: Postgres refused a value \(22012\)\.$/,
  );
  expect([await tablesOf(migrated), await migrationsOf(migrated)]).toEqual(before);
});

test('a migration that waits for a table steps back after a second, so that calls go on, and comes through in the end', async () => {
  const target = await create(empty);
  await migrate(target);
  const pool = openPool(target, 3, createLog('silent'));
  const { release, waiting } = await holdLock(pool, 'LOCK TABLE announcements IN ACCESS SHARE MODE');
  const migrating = migrate(target, withOneMore('ALTER TABLE announcements ADD COLUMN later int;'));
  await waiting();
  // This call waits behind the migration, and times out after 3 seconds.
  expect((await pool.query('SELECT FROM announcements')).rowCount).toBe(0);
  await release();
  await migrating;
  expect((await pool.query('SELECT later FROM announcements')).rowCount).toBe(0);
  await pool.end();
});

/** The number of released migrations. Later ones run on desks in use. */
const released = 25;

test('no migration since then rewrites a table that was there, for which calls would wait as long as it is large', async () => {
  const target = await create(empty);
  await migrate(target, shipped, released);
  await withClient(target, (client) =>
    client.query(`
      CREATE TABLE released AS SELECT oid FROM pg_class;
      CREATE FUNCTION refuse_rewrite() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
        IF pg_event_trigger_table_rewrite_oid() IN (SELECT oid FROM released) THEN
          RAISE 'it rewrites the table %', pg_event_trigger_table_rewrite_oid()::regclass;
        END IF;
      END $$;
      CREATE EVENT TRIGGER refuse_rewrite ON table_rewrite EXECUTE FUNCTION refuse_rewrite()`),
  );
  await migrate(target);
  const rewriting = withOneMore('ALTER TABLE announcements ALTER COLUMN message TYPE varchar(100);');
  await expect(migrate(target, rewriting)).rejects.toThrow('it rewrites the table announcements');
});

/** The columns, functions, views and keys that an earlier version may use: ON CONFLICT refers to keys. */
async function surfaceOf(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; type: string; required: boolean }>(`
      SELECT relname || '.' || attname AS name, format_type(atttypid, atttypmod) AS type,
        attnotnull AND NOT atthasdef AND attidentity = '' AS required
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND NOT relispartition
        AND attnum > 0 AND NOT attisdropped
      UNION ALL
      SELECT proname || '(' || pg_get_function_identity_arguments(oid) || ')', pg_get_function_result(oid), false
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
      UNION ALL
      SELECT concat(conrelid::regclass, ' ', pg_get_constraintdef(oid)), '', false FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u') AND conparentid = 0`);
  return new Map(rows.map(({ name, type, required }) => [name, { type, required }]));
}

/** The first change between two surfaces that would break the previous version. */
function findBreak(before: Awaited<ReturnType<typeof surfaceOf>>, after: typeof before) {
  for (const [name, { type, required }] of before) {
    const now = after.get(name);
    if (!now) return `${name} is gone`;
    if (now.type !== type) return `${name} is now ${now.type}`;
    if (now.required && !required) return `${name} is now required`;
  }
  const tables = new Set([...before.keys()].map((name) => name.split('.')[0]));
  for (const [name, { required }] of after) {
    if (required && !before.has(name) && tables.has(name.split('.')[0])) return `${name} is new and required`;
  }
  return undefined;
}

test('a program of the version before goes on working beside each migration', async () => {
  const target = await create(empty);
  await migrate(target, shipped, released);
  await withClient(target, async (client) => {
    const before = await surfaceOf(client);
    await migrate(target);
    expect(findBreak(before, await surfaceOf(client))).toBeUndefined();
    for (const [statement, expected] of [
      ['ALTER TABLE doctors DROP COLUMN bio', 'doctors.bio is gone'],
      ['ALTER TABLE doctors RENAME COLUMN name TO full_name', 'doctors.name is gone'],
      ['ALTER TABLE doctors ALTER COLUMN years_of_experience TYPE bigint', 'doctors.years_of_experience is now bigint'],
      ['ALTER TABLE operations ALTER COLUMN undoes SET NOT NULL', 'operations.undoes is now required'],
      ['ALTER TABLE doctors ADD COLUMN title text NOT NULL', 'doctors.title is new and required'],
      ['ALTER TABLE invitations DROP CONSTRAINT invitations_pkey', 'invitations PRIMARY KEY (staff_id) is gone'],
      ['DROP FUNCTION make_log_partitions(integer)', 'make_log_partitions(ahead integer) is gone'],
    ] as const) {
      await client.query(`BEGIN; ${statement}`);
      expect(findBreak(before, await surfaceOf(client))).toBe(expected);
      await client.query('ROLLBACK');
    }
  });
});

test('sessions that are open at the upgrade to second factors count as confirmed since they were started', async () => {
  const target = await create(empty);
  await migrate(target, shipped, 24);
  const age = await withClient(target, async (client) => {
    await client.query(`
      WITH account AS (
        INSERT INTO staff (id, email, name, role, password_hash)
        VALUES (gen_random_uuid(), 'ada@example.org', 'Ada Obi', 'administrator', '') RETURNING id
      )
      INSERT INTO sessions (id, staff_id, cookie_hash, created_at, ends_at)
      SELECT gen_random_uuid(), id, sha256(''), now() - interval '1 hour', now() + interval '1 hour' FROM account`);
    await migrate(target);
    const { rows } = await client.query("SELECT now() - confirmed_at >= interval '1 hour' AS is_old FROM sessions");
    return rows;
  });
  expect(age).toEqual([{ is_old: true }]);
});

test('people and posts with impossible times are kept, with times that a list can show, and new ones are refused', async () => {
  const target = await create(empty);
  await migrate(target, shipped, 29);
  const wrong = ['infinity', '-infinity', '294276-01-01Z', '0044-03-15 BC'];
  const values = wrong.map((time, n) => `('00000000-0000-7000-8000-00000000000${n}', '${n}', '${time}', '${time}')`);
  const addUsers = `INSERT INTO users (id, email, updated_at, last_active_at) VALUES ${values.join(', ')}`;
  await withClient(target, async (client) => {
    await client.query(addUsers);
    // Posts are counted by day, and infinity is not a day.
    await client.query(
      "INSERT INTO posts (id, user_id, content, created_at) SELECT id, id, 'x', updated_at FROM users WHERE isfinite(updated_at)",
    );
    await migrate(target);
    const { rows } = await client.query<{ times: string }>(
      `SELECT concat_ws(' ', last_active_at, users.updated_at, posts.created_at) AS times
       FROM users LEFT JOIN posts ON posts.user_id = users.id ORDER BY email`,
    );
    const [early, late] = ['2000-01-01 00:00:00+00', '2100-01-01 00:00:00+00'];
    expect(rows.map(({ times }) => times)).toEqual([
      `${late} ${late}`,
      `${early} ${early}`,
      `${late} ${late} ${late}`,
      `${early} ${early} ${early}`,
    ]);
    await expect(
      client.query("INSERT INTO users (id, email, last_active_at) VALUES (gen_random_uuid(), 'x', 'infinity')"),
    ).rejects.toThrow('users_times');
  });
});

test('reviews that administrators confirmed become approvals of the same words, with a due date', async () => {
  const target = await create(empty);
  await migrate(target, shipped, 57);
  const rows = await withClient(target, async (client) => {
    await client.query(`
      WITH account AS (
        INSERT INTO staff (id, email, name, role, password_hash)
        VALUES (gen_random_uuid(), 'ada@example.org', 'Ada Obi', 'administrator', '') RETURNING id
      )
      INSERT INTO reviews (record_id, kind, words, reviewed_by, confirmed_by, at)
      SELECT gen_random_uuid(), 'card', words, 'Dr Ngozi Eze, MBBS', CASE words WHEN 'a1' THEN id END, '2026-11-01 09:00Z'
      FROM account, unnest(ARRAY['a1', 'b2']) AS words`);
    await migrate(target);
    const found = await client.query(`
      SELECT words, fields, act, name, qualification, note, at::text, due_at::text, by_id = (SELECT id FROM staff) AS "isAda"
      FROM approvals ORDER BY words`);
    return found.rows;
  });
  const approval = {
    fields: 1,
    act: 'approved',
    name: 'Dr Ngozi Eze, MBBS',
    qualification: '',
    at: '2026-11-01 09:00:00+00',
    due_at: '2027-11-01 09:00:00+00',
  };
  expect(rows).toEqual([
    { ...approval, words: 'a1', note: 'Entered by Ada Obi', isAda: true },
    { ...approval, words: 'b2', note: '', isAda: null },
  ]);
});

test('a database newer than the program is refused with a plain sentence and left alone', async () => {
  const target = await create(empty);
  await migrate(target, withOneMore('CREATE TABLE later (id int);'));
  const before = await tablesOf(target);
  await expect(open(target)).rejects.toThrow(/^The database is newer than this program: .* or a newer one\.$/);
  expect(await tablesOf(target)).toEqual(before);
});

test('a database with migrations of another line is refused', async () => {
  const target = await create(empty);
  await migrate(target);
  await withClient(target, (client) => client.query("UPDATE drizzle.__drizzle_migrations SET hash = 'x'"));
  await expect(open(target)).rejects.toThrow('its migrations are not ours');
});

test('a database is current when every migration of this code is applied', async () => {
  const pool = openPool(migrated, 1, createLog('silent'));
  expect(await migrationsCurrent(drizzle(pool))).toBe(true);
  await pool.query(
    'DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)',
  );
  expect(await migrationsCurrent(drizzle(pool))).toBe(false);
  await pool.end();
});

test('a database that is not UTF8 is refused', async () => {
  // The locale of the embedded server supports only UTF8.
  const provider = inject('embedded') ? 'LOCALE_PROVIDER libc' : '';
  const target = await create(`TEMPLATE template0 ENCODING 'LATIN1' ${provider} LC_COLLATE 'C' LC_CTYPE 'C'`);
  await expect(open(target)).rejects.toThrow('The database has the encoding LATIN1. Awa Desk needs');
});
