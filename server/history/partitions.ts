import type pg from 'pg';

/** Months for which the log has its parts made in advance. */
const monthsAhead = 3;
/** Whole months that the log is kept for; what is older goes with its part. */
const monthsKept = 12;

/**
 * Makes the parts of the log that the coming months need and drops those that are over a year old. Cheap when there is
 * nothing to do. A start does it and then a timer does, so that a process that runs for months never lacks one.
 */
export async function maintainPartitions(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query('SELECT keep_log($1, $2)', [monthsAhead, monthsKept]);
}
