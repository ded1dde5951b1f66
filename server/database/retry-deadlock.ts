import { causeOf } from '#server/database/reason.ts';

/** The number of times that work is run. */
const maxRuns = 6;

/**
 * Runs work again while Postgres undoes it to end a deadlock, six times at most. The work must be one statement, or one
 * transaction, so that an undone run leaves nothing.
 */
export async function retryDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await work();
    } catch (error) {
      if (causeOf(error).code !== '40P01' || run === maxRuns) throw error;
    }
  }
}
