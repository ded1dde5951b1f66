import { type NodePgDatabase, NodePgSession, NodePgTransaction, drizzle } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';
import { DeskClient } from '#server/database/connect/desk-client.ts';
import { connectTimeout, noTimeouts, tooBusy } from '#server/database/connect/pool.ts';
import { isReadOnly } from '#server/database/reason.ts';
import { isPlain } from '#server/database/driver/plain.ts';
import { memoized } from '#server/database/driver/statements.ts';

type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** The maximum share of a pool's connections that one area may use at a time. */
const areaShare = 0.6;
/** The maximum number of calls of one area that wait for a connection. */
const maxWaiting = 500;

/** The limit of one area. A call that waits for a connection longer than `connectTimeout` throws `tooBusy`. */
export const areaLimit = (poolSize: number): Limit =>
  concurrencyLimit(
    { atOnce: Math.max(1, Math.floor(poolSize * areaShare)), maxWaiting, patience: connectTimeout },
    tooBusy,
  );

/** Milliseconds: the maximum of a timer. */
const forever = 2 ** 31 - 1;

/**
 * Sends a statement. Without a timely result it fails, and its connection ends, since the next statements would wait
 * behind it. A read-only connection ends too.
 */
async function send(client: pg.PoolClient, asked: pg.QueryConfig, values: unknown[]) {
  try {
    return await client.query(asked, values);
  } catch (error) {
    if ((error as Error).message === 'Query read timeout' || isReadOnly(error)) client.end().catch(() => undefined);
    throw error;
  }
}

/** A connection of the pool that is not stale. */
async function take(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect();
    if (!(client instanceof DeskClient && client.isStale)) return client;
    client.release(true);
  }
}

const dialect = new PgDialect();

/**
 * Transactions on a connection, one after the other. The beginning is sent together with the first statement if that
 * only reads or locks, which saves a round trip. A change waits until its transaction has begun: sent alone, it would
 * be committed.
 */
const transactionsOn = memoized((client: pg.PoolClient) => {
  let begun: Promise<unknown> | undefined;
  let isUnlimited = false;
  async function query(asked: pg.QueryConfig, values: unknown[]) {
    const before = begun;
    begun = undefined;
    if (!/^select\b/i.test(asked.text)) await before;
    const sent = isUnlimited ? { ...asked, query_timeout: forever } : asked;
    const [, result] = await Promise.all([before, send(client, sent, values)]);
    if (asked.text === noTimeouts) isUnlimited = true;
    return result;
  }
  const session = new NodePgSession({ query } as unknown as pg.Client, dialect, undefined);
  const tx = new NodePgTransaction<Record<string, never>, Record<string, never>>(dialect, session, undefined);
  return async <T>(begin: string, work: (transaction: typeof tx) => Promise<T>) => {
    isUnlimited = false;
    begun = client.query(begin);
    // If this fails, the next statement fails too.
    begun.catch(() => undefined);
    try {
      if (isPlain()) await begun;
      const result = await work(tx);
      const { command } = await query({ text: 'commit' }, []);
      // After a statement that failed and was caught, Postgres replies to COMMIT without an error, and rolls everything
      // back.
      if (command !== 'COMMIT') throw new Error('A statement of the transaction failed, and nothing of it was kept');
      return result;
    } catch (error) {
      // If that fails, the connection is lost, and the first error has the reason.
      await query({ text: 'rollback' }, []).catch(() => undefined);
      throw error;
    }
  };
});

/** Statements and transactions over a pool, within a limit. `begin` is the SQL that begins a transaction. */
export function overPool(pool: pg.Pool, begin: string, limit: Limit = (work) => work()): NodePgDatabase {
  const withConnection = <T>(work: (client: pg.PoolClient) => Promise<T>) =>
    limit(async () => {
      const client = await take(pool);
      try {
        return await work(client);
      } finally {
        client.release();
      }
    });
  // The pool's own `query` closes a connection after a failed statement, and on a full disk no new one may be possible.
  const query = (...asked: [pg.QueryConfig, unknown[]]) => withConnection((client) => send(client, ...asked));
  const db = drizzle({ query } as unknown as pg.Client);
  // The query builder's own transactions never return a connection on which BEGIN failed, and build the text of BEGIN
  // and COMMIT each time.
  db.transaction = (work, { isolationLevel, accessMode } = {}) => {
    const mode = [isolationLevel && ` isolation level ${isolationLevel}`, accessMode && ` ${accessMode}`];
    const beginning = begin.replace('begin', `begin${mode.filter(Boolean).join('')}`);
    return withConnection((client) => transactionsOn(client)(beginning, work));
  };
  return db;
}
