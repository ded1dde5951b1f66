import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { overPool } from '#server/database/driver/over-pool.ts';
import { noTimeouts, openPool } from '#server/database/connect/pool.ts';
import { createLog } from '#server/http/log/log.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';
import { failNext } from '#tests/load/faults.ts';
import { flakyDatabase } from '#tests/load/flaky-proxy.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query('CREATE TABLE notes (text text)');
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('TRUNCATE notes'));

const notes = async () => (await database.pool.query<{ text: string }>('SELECT text FROM notes')).rows;

/** Records the messages that the next connection of the pool sends and receives. */
function recordNext() {
  const events: string[] = [];
  const connect = database.pool.connect.bind(database.pool) as () => Promise<pg.PoolClient>;
  database.pool.connect = (async () => {
    database.pool.connect = connect as typeof database.pool.connect;
    const client = await connect();
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
    client.query = (async (...asked: unknown[]) => {
      const text = typeof asked[0] === 'string' ? asked[0] : (asked[0] as { text: string }).text;
      const word = /\w+/.exec(text)?.[0];
      events.push(`send ${word}`);
      const answer = await query(...asked);
      events.push(`got ${word}`);
      return answer;
    }) as typeof client.query;
    return client;
  }) as typeof database.pool.connect;
  return events;
}

test('a transaction begins in the trip of its first statement where that reads', async () => {
  const events = recordNext();
  const { rows } = await database.db.transaction((tx) =>
    tx.execute(sql`SELECT statement_timestamp() >= now() AS begun`),
  );
  expect(rows).toEqual([{ begun: true }]);
  expect(events).toEqual(['send begin', 'send SELECT', 'got begin', 'got SELECT', 'send commit', 'got commit']);
});

test('a change waits until its transaction has begun, and is not made where it did not', async () => {
  const events = recordNext();
  await database.db.transaction((tx) => tx.execute(sql`INSERT INTO notes VALUES ('kept')`));
  expect(events).toEqual(['send begin', 'got begin', 'send INSERT', 'got INSERT', 'send commit', 'got commit']);

  const fault = failNext(database.pool, { at: 1, happen: () => Promise.reject(new Error('A fault')) });
  const lost = database.db.transaction((tx) => tx.execute(sql`INSERT INTO notes VALUES ('alone')`));
  await expect(lost).rejects.toMatchObject({ cause: { message: 'A fault' } });
  fault.mend();
  expect(await notes()).toEqual([{ text: 'kept' }]);
});

test('a statement without an answer in time fails, alone or in a transaction, and the next one has another connection', async () => {
  const proxy = await flakyDatabase(database.url);
  const pool = openPool({ connectionString: proxy.url, query_timeout: 500 }, 1, createLog('silent'));
  const db = overPool(pool, 'begin');
  const lost = { cause: { message: 'Query read timeout' } };
  // On a busy machine a connection may take longer than that.
  const answered = (work: () => Promise<{ rows: unknown[] }>) =>
    expect
      .poll(() =>
        work().then(
          ({ rows }) => rows.length,
          () => 0,
        ),
      )
      .toBe(1);
  await answered(() => db.execute(sql`SELECT 1`));
  proxy.slow(60_000);
  await expect(db.execute(sql`SELECT 2`)).rejects.toMatchObject(lost);
  proxy.mend();
  const noted = db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 3`);
    proxy.slow(60_000);
    await tx.execute(sql`SELECT 4`);
  });
  await expect(noted).rejects.toMatchObject(lost);
  proxy.mend();
  await answered(() => db.execute(sql`SELECT 5`));
  await answered(() =>
    db.transaction(async (tx) => {
      await tx.execute(sql.raw(noTimeouts));
      return tx.execute(sql`SELECT pg_sleep(0.8)::text`);
    }),
  );
  await pool.end();
  await proxy.close();
});

test('a transaction of which a statement failed does not pass for committed, though its error was caught', async () => {
  const half = database.db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO notes VALUES ('half')`);
    await tx.execute(sql`SELECT 1 / 0`).catch(() => undefined);
  });
  await expect(half).rejects.toThrow('nothing of it was kept');
  expect(await notes()).toEqual([]);
});

test('a transaction within a transaction is taken back alone', async () => {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO notes VALUES ('outer')`);
    const inner = tx.transaction(async (within) => {
      await within.execute(sql`INSERT INTO notes VALUES ('inner')`);
      throw new Error('Taken back');
    });
    await expect(inner).rejects.toThrow('Taken back');
  });
  expect(await notes()).toEqual([{ text: 'outer' }]);
});

test('a transaction reads as its isolation says, and only reads where it says so', async () => {
  const settings = sql`SELECT current_setting('transaction_isolation') AS level, current_setting('transaction_read_only') AS only`;
  const read = async (config?: Parameters<typeof database.db.transaction>[1]) =>
    (await database.db.transaction((tx) => tx.execute(settings), config)).rows[0];
  expect(await read({ isolationLevel: 'repeatable read', accessMode: 'read only' })).toEqual({
    level: 'repeatable read',
    only: 'on',
  });
  expect(await read()).toEqual({ level: 'read committed', only: 'off' });
});
