import type pg from 'pg';
import { until } from '#tests/desk/server-process.ts';

/** Resolves when that many sessions wait for a lock. */
export const untilWaiting = (pool: pg.Pool, many = 1) =>
  until('the wait', async () => {
    // On a connection outside any transaction, because within one the view does not change.
    const { rowCount } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return (rowCount ?? 0) >= many;
  });

/**
 * Takes locks in the database that block other sessions until `release`, which also rolls back the changes of the SQL.
 * `waiting` resolves when that many sessions wait.
 */
export async function holdLock(pool: pg.Pool, sql: string, values: unknown[] = []) {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(sql, values);
  const release = async () => {
    await client.query('ROLLBACK');
    client.release();
  };
  return { release, waiting: (many?: number) => untilWaiting(pool, many) };
}
