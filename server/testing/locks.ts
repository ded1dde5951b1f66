import type pg from 'pg';
import { until } from '#server/testing/start.ts';

/**
 * Takes locks in the database that hold up others until `release`, which also undoes what the SQL changed. `waiting`
 * ends when so many wait.
 */
export async function holdLock(pool: pg.Pool, sql: string, values: unknown[] = []) {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(sql, values);
  const release = async () => {
    await client.query('ROLLBACK');
    client.release();
  };
  const waiting = (many = 1) =>
    until('the wait', async () => {
      // Not on the connection that holds the locks: within a transaction this view stands still.
      const { rowCount } = await pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return (rowCount ?? 0) >= many;
    });
  return { release, waiting };
}
