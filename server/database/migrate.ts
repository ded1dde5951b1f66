import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { sessionConfig, withClient } from '#server/database/pool.ts';

/** Beside this file in the sources, beside the bundle once built. */
const shipped = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any fixed number: whoever migrates a database holds it there. */
const migrationLock = 20_261_121;

type Applied = { hash: string; created_at: number };

/**
 * Brings a database up to this code, in one transaction: it works whole or changes nothing. Processes that start
 * together wait for each other here, and the first one does the work. Throws when the database is newer than the
 * code, or was migrated by other code.
 */
export async function migrate(target: pg.ClientConfig, folder = shipped): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  await withClient(sessionConfig(target, { statementTimeout: 0 }), async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
    await client.query(
      `CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations
       (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
    );
    const { rows: applied } = await client.query<Applied>(
      'SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY created_at',
    );
    if (applied.length > migrations.length) {
      throw new Error(
        `The database is newer than this program: it has ${applied.length} migrations and this program knows ` +
          `${migrations.length}. Start the version that it was last used with, or a newer one.`,
      );
    }
    if (applied.some((row, index) => row.hash !== migrations[index]?.hash)) {
      throw new Error('The database was set up by another line of this program: its migrations are not ours.');
    }
    for (const migration of migrations.slice(applied.length)) {
      for (const statement of migration.sql) await client.query(statement);
      await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
        migration.hash,
        migration.folderMillis,
      ]);
    }
    await client.query('COMMIT');
  });
}

let known: number | undefined;

/** Whether the database has every migration of this code. Rejects when the database does not answer. */
export async function migrationsCurrent(pool: pg.Pool): Promise<boolean> {
  known ??= readMigrationFiles({ migrationsFolder: shipped }).length;
  const { rows } = await pool.query<{ applied: number }>(
    'SELECT count(*) AS applied FROM drizzle.__drizzle_migrations',
  );
  return (rows[0]?.applied ?? 0) >= known;
}
