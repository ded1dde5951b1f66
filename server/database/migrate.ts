import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { sessionConfig, noTimeouts, withClient } from '#server/database/connect/pool.ts';
import { causeOf, reasonOf } from '#server/database/reason.ts';

/** Next to this file in the sources, next to the bundle once built. */
const shipped = fileURLToPath(new URL('./migrations', import.meta.url));

/** An arbitrary number: the key of the lock under which a database is migrated. */
const migrationLock = 20_261_121;

type Applied = { hash: string };

/** The migrations that the database lacks. Throws when the database has migrations that this code lacks. */
function missing(applied: Applied[], migrations: MigrationMeta[]): MigrationMeta[] {
  if (applied.length > migrations.length) {
    throw new Error(
      `The database is newer than this program: it has ${applied.length} migrations and this program knows ` +
        `${migrations.length}. Start the version that it was last used with, or a newer one.`,
    );
  }
  if (applied.some((row, index) => row.hash !== migrations[index]?.hash)) {
    throw new Error('The database was set up by another line of this program: its migrations are not ours.');
  }
  return migrations.slice(applied.length);
}

/** The number of this version's migrations that a database lacks; 0 also for a newer database. */
export const countMissing = (applied: Applied[]) =>
  Math.max(0, readMigrationFiles({ migrationsFolder: shipped }).length - applied.length);

/** The migrations of a database, in order. */
export async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at');
  return rows;
}

/** The same for a database that may have none yet. */
async function findApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') AS found");
  return rows[0]?.found ? readApplied(client) : [];
}

/** Advice for a failed migration, by the code of the error. */
const advices: Record<string, string> = {
  '42501': 'Let the role of DATABASE_URL own the database and what is in it: ALTER DATABASE name OWNER TO role.',
  '42P07': 'Something else is in this database. Give the desk one of its own: CREATE DATABASE name.',
  '42710': 'Something else is in this database. Give the desk one of its own: CREATE DATABASE name.',
  '42723': 'Something else is in this database. Give the desk one of its own: CREATE DATABASE name.',
  '0A000':
    'The desk needs the extension pg_trgm: install the contrib package of Postgres, or allow it at the provider.',
  '58P01':
    'The desk needs the extension pg_trgm: install the contrib package of Postgres, or allow it at the provider.',
};

/** Why a migration failed, in one line. */
function failedBy(error: unknown): string {
  const { code = '' } = causeOf(error);
  return [`The database cannot be migrated: ${reasonOf(error)}.`, advices[code]].filter(Boolean).join(' ');
}

/**
 * The time for which a migration waits for a lock: during that time, calls wait behind it, up to their own 3 seconds.
 */
const lockLimit = "SET LOCAL lock_timeout = '1s'";
/** Milliseconds for which those calls then go first, and the maximum number of tries of a migration. */
const [pauseBetween, maxTries] = [1000, 60];
/** The error code of a lock timeout. */
const noLock = '55P03';

/**
 * Migrates a database to this version in one transaction, which succeeds as a whole or changes nothing. Processes that
 * start together wait for each other here, and the first one does the work. A migration of a table that is in use
 * retries for two minutes, so that calls go on. Throws when the database is newer than the code, or was migrated by
 * other code. `most` limits the number of migrations for an empty database.
 */
export async function migrate(target: pg.ClientConfig, folder = shipped, most = Infinity): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const lacking = missing(await withClient(sessionConfig(target), findApplied), migrations);
  if (lacking.slice(0, most).length === 0) return;
  for (let tries = 1; ; tries += 1) {
    try {
      await withClient(sessionConfig(target), (client) => migrateOver(client, migrations, most));
      return;
    } catch (error) {
      if (causeOf(error).code !== noLock) throw new Error(failedBy(error), { cause: error });
      if (tries === maxTries) throw new Error('A table that has to be changed is in use all the time. Start again.');
      await pause(pauseBetween);
    }
  }
}

async function migrateOver(client: pg.Client, migrations: MigrationMeta[], most: number) {
  await client.query('BEGIN');
  await client.query(noTimeouts);
  await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  await client.query(lockLimit);
  // When the schema exists, the right to create one is not needed.
  const { rowCount } = await client.query("SELECT FROM pg_namespace WHERE nspname = 'drizzle'");
  if (rowCount === 0) await client.query('CREATE SCHEMA drizzle');
  await client.query(
    `CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations
     (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  );
  for (const migration of missing(await readApplied(client), migrations).slice(0, most)) {
    for (const statement of migration.sql) await client.query(statement);
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      migration.hash,
      migration.folderMillis,
    ]);
  }
  await client.query('COMMIT');
}

/** Throws a plain sentence unless this version knows a database with these migrations, by their hashes. */
export function expectKnown(hashes: readonly string[]): void {
  missing(
    hashes.map((hash) => ({ hash })),
    readMigrationFiles({ migrationsFolder: shipped }),
  );
}

/**
 * For commands next to a running desk: throws a plain sentence unless the database is up to date with this version. It
 * only reads.
 */
export async function expectMigrated(target: pg.ClientConfig, folder = shipped): Promise<void> {
  const applied = await withClient(sessionConfig(target), findApplied);
  if (missing(applied, readMigrationFiles({ migrationsFolder: folder })).length > 0) {
    throw new Error(
      'The database is older than this program. Start the desk of this version first: that brings the database up to date.',
    );
  }
}

let known: number | undefined;

/** Whether the database has every migration of this version. Rejects when the database does not respond. */
export async function migrationsCurrent(db: NodePgDatabase): Promise<boolean> {
  known ??= readMigrationFiles({ migrationsFolder: shipped }).length;
  const { rows } = await db.execute<{ applied: number }>(
    sql`SELECT count(*) AS applied FROM drizzle.__drizzle_migrations`,
  );
  return (rows[0]?.applied ?? 0) >= known;
}
