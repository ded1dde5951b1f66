import { type SQL, sql } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction, drizzle } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { expect, test } from 'vitest';

/** A client that records each query and returns one row, as an array where the query asks for arrays. */
function recordingClient() {
  const sent: { text: string; name?: string; rowMode?: string; values: unknown[] }[] = [];
  const query = async (asked: pg.QueryConfig & { rowMode?: string }, values: unknown[] = []) => {
    sent.push({ ...asked, values });
    return { command: 'SELECT', rowCount: 1, rows: asked.rowMode === 'array' ? [['1']] : [{ one: '1' }] };
  };
  return { client: { query } as unknown as pg.Client, sent };
}

const dialect = new PgDialect();
const changed = (part: string, file: string) => `drizzle-orm has changed ${part}, on which driver/${file} builds`;
const oneRow = sql`SELECT ${1}::int AS one`;

test('sessions and transactions of drizzle are made from a client, a dialect and no schema', async () => {
  const why = changed('NodePgSession or NodePgTransaction', 'over-pool.ts');
  const { client, sent } = recordingClient();
  const session = new NodePgSession(client, dialect, undefined);
  const tx = new NodePgTransaction<Record<string, never>, Record<string, never>>(dialect, session, undefined);
  expect((await tx.execute(oneRow)).rows, why).toEqual([{ one: '1' }]);
  await tx.transaction((inner) => inner.execute(oneRow));
  expect(
    sent.map(({ text }) => text),
    why,
  ).toEqual(['SELECT $1::int AS one', 'savepoint sp1', 'SELECT $1::int AS one', 'release savepoint sp1']);
  expect(sent[0]?.values, why).toEqual([1]);
});

test('drizzle sends the statements of a database without a transaction through the query function of its client', async () => {
  const why = changed('drizzle(client) or its transaction method', 'over-pool.ts');
  const { client, sent } = recordingClient();
  const db = drizzle(client);
  await db.execute(oneRow);
  expect(
    sent.map(({ text }) => text),
    why,
  ).toEqual(['SELECT $1::int AS one']);
  expect('transaction' in db, why).toBe(true);
});

test('drizzle prepares a query with a name and reads its rows, as arrays, by a function of ours', async () => {
  const why = changed('session.prepareQuery', 'statements.ts');
  const { client, sent } = recordingClient();
  const named = (statement: SQL) => dialect.sqlToQuery(statement);
  const prepared = drizzle(client)._.session.prepareQuery(
    named(sql`SELECT ${sql.placeholder('one')}::int AS one`),
    undefined,
    'one_row',
    true,
    (rows: unknown[][]) => rows.map(([one]) => ({ one: Number(one) })),
  );
  expect(await prepared.execute({ one: 7 }), why).toEqual([{ one: 1 }]);
  expect(sent, why).toEqual([
    expect.objectContaining({ name: 'one_row', text: 'SELECT $1::int AS one', rowMode: 'array', values: [7] }),
  ]);
});
