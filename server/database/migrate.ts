import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { sessionConfig, noTimeouts, withClient } from '#server/database/pool.ts';

/** Beside this file in the sources, beside the bundle once built. */
const shipped = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any fixed number: the key of the lock under which a database is migrated. */
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

/** The migrations that a database has, in order. */
export async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at');
  return rows;
}

/** How long a migration waits for a lock: while it does, calls wait behind it, up to their own 3 seconds. */
const lockLimit = "SET LOCAL lock_timeout = '1s'";
/** Milliseconds for which those calls then go first, and how many times a migration tries. */
const [pauseBetween, maxTries] = [1000, 60];
/** The error code of a lock that was not to be had in time. */
const noLock = '55P03';

/**
 * Migrates a database to this code in one transaction, which succeeds as a whole or changes nothing. Processes that
 * start together wait for each other here, and the first one does the work. A table that others use for long is tried again and again
 * for two minutes, so that their calls go on. Throws when the database is newer than the
 * code, or was migrated by other code. Of an empty database `most` says how many migrations it gets.
 */
export async function migrate(target: pg.ClientConfig, folder = shipped, most = Infinity): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  for (let tries = 1; ; tries += 1) {
    try {
      await withClient(sessionConfig(target), (client) => migrateOver(client, migrations, most));
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== noLock) throw error;
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
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
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

/** Throws a plain sentence unless this code knows a database with these migrations, by their hashes. */
export function expectKnown(hashes: readonly string[]): void {
  missing(
    hashes.map((hash) => ({ hash })),
    readMigrationFiles({ migrationsFolder: shipped }),
  );
}

/**
 * For commands beside a running desk: throws a plain sentence unless the database is up to date with this code. It only
 * reads.
 */
export async function expectMigrated(target: pg.ClientConfig, folder = shipped): Promise<void> {
  const applied = await withClient(sessionConfig(target), async (client) => {
    const { rows } = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') AS found");
    return rows[0]?.found ? readApplied(client) : [];
  });
  if (missing(applied, readMigrationFiles({ migrationsFolder: folder })).length > 0) {
    throw new Error(
      'The database is older than this program. Start the desk of this version first: that brings the database up to date.',
    );
  }
}

let known: number | undefined;

/** Whether the database has every migration of this code. Rejects when the database does not answer. */
export async function migrationsCurrent(db: NodePgDatabase): Promise<boolean> {
  known ??= readMigrationFiles({ migrationsFolder: shipped }).length;
  const { rows } = await db.execute<{ applied: number }>(
    sql`SELECT count(*) AS applied FROM drizzle.__drizzle_migrations`,
  );
  return (rows[0]?.applied ?? 0) >= known;
}
