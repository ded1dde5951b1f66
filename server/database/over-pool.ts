import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';
import { connectTimeout, noTimeouts, tooBusy } from '#server/database/pool.ts';

type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** One area may hold at most this share of the connections of a pool at a time. */
const areaShare = 0.6;
/** At most this many calls of one area wait for a connection. */
const maxWaiting = 500;

/** The limit of one area. What waits for a connection longer than `connectTimeout` throws `tooBusy`. */
export const areaLimit = (poolSize: number): Limit =>
  concurrencyLimit(
    { atOnce: Math.max(1, Math.floor(poolSize * areaShare)), maxWaiting, patience: connectTimeout },
    tooBusy,
  );

/** Milliseconds: as long as a timer can be set for. */
const forever = 2 ** 31 - 1;

/** Sends a statement. Without an answer in time it fails, and its connection ends, since the next ones would wait behind it. */
async function send(client: pg.PoolClient, asked: pg.QueryConfig, values: unknown[]) {
  try {
    return await client.query(asked, values);
  } catch (error) {
    if ((error as Error).message === 'Query read timeout') client.end().catch(() => undefined);
    throw error;
  }
}

/** Statements and transactions over a pool, within a limit. `begin` is the SQL that begins a transaction. */
export function overPool(pool: pg.Pool, begin: string, limit: Limit = (work) => work()): NodePgDatabase {
  const withConnection = <T>(work: (client: pg.PoolClient) => Promise<T>) =>
    limit(async () => {
      const client = await pool.connect();
      try {
        return await work(client);
      } finally {
        client.release();
      }
    });
  // The pool's own `query` closes a connection on which a statement failed, and a full disk may let no new one in.
  const query = (...asked: [pg.QueryConfig, unknown[]]) => withConnection((client) => send(client, ...asked));
  const db = drizzle({ query } as unknown as pg.Client);
  /**
   * A connection on which the query builder begins its transactions with our SQL. That goes out together with a first statement
   * that reads or locks, which saves a trip. A change waits until the transaction has begun: alone it would stay.
   */
  const beginningOn = (client: pg.PoolClient) => {
    let begun: Promise<unknown> | undefined;
    let own = {};
    return {
      async query(asked: pg.QueryConfig, values: unknown[]) {
        const before = begun;
        begun = undefined;
        if (asked.text === 'begin') {
          begun = client.query(begin);
          // The next statement tells.
          begun.catch(() => undefined);
          return { rows: [] };
        }
        if (!/^select\b/i.test(asked.text)) await before;
        const [, result] = await Promise.all([before, send(client, { ...asked, ...own }, values)]);
        if (asked.text === noTimeouts) own = { query_timeout: forever };
        return result;
      },
    };
  };
  // The query builder's own transactions never return a connection on which BEGIN failed. These do.
  db.transaction = (work, config) =>
    withConnection((client) => drizzle(beginningOn(client) as unknown as pg.Client).transaction(work, config));
  return db;
}
