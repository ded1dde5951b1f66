import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { noLockTimeout } from '#server/database/connect/pool.ts';

/** The number of coming months whose partitions are made in advance. */
const monthsAhead = 3;
/** The number of whole months that the log is kept. Older partitions are dropped. */
export const monthsKept = 12;

type Dropping = { dropped: string[]; withheld: string[] };

/**
 * Creates the partitions of the staff log for the coming months, and drops those that are over a year old unless the
 * clock may be wrong. It is cheap when there is nothing to do. It runs at the start and then on a timer, so that a
 * process that runs for months never lacks a partition. `log`, the server's own, gets a line for each dropped
 * partition, and for each one kept because of the clock.
 */
export async function maintainPartitions(db: NodePgDatabase, log?: FastifyBaseLogger): Promise<void> {
  const run = (statement: SQL) =>
    db.transaction(async (tx) => {
      await tx.execute(sql.raw(noLockTimeout));
      return tx.execute<Dropping>(statement);
    });
  await run(sql`SELECT make_log_partitions(${monthsAhead})`);
  const { rows } = await run(sql`SELECT * FROM drop_log_partitions(${monthsKept})`);
  const { dropped = [], withheld = [] } = rows[0] ?? {};
  if (dropped.length > 0) log?.info({ dropped }, 'parts of the log that are over a year old were dropped');
  if (withheld.length > 0) {
    const why = 'old parts of the log were not dropped: the year since then has gaps, so the clock may be wrong';
    log?.warn({ withheld }, why);
  }
}

type DriverError = Error & { code?: string; routine?: string };

/** Whether a row was refused because the log has no partition for its time. */
function lacksPartition(error: unknown) {
  const { code, routine } = ((error as Error).cause ?? error) as DriverError;
  return code === '23514' && routine === 'ExecFindPartition';
}

/**
 * Runs a transaction that writes to the log. After a jump of the clock there may be no partition for the current time.
 * In that case the partition is created, and the transaction, which has changed nothing, runs again.
 */
export async function withPartition<T>(db: NodePgDatabase, transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!lacksPartition(error)) throw error;
    await db.execute(sql`SELECT make_log_partitions(${monthsAhead})`);
    return await transaction();
  }
}
