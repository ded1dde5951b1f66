import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { openPipeline } from '#server/database/driver/pipeline.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { createDatabase } from '#tests/database/database.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase('TEMPLATE template0');
});
afterAll(() => database.drop());

/** A pipeline with statements to send through it. */
function open(patience?: number) {
  const { db, close } = openPipeline({ connectionString: database.url }, patience);
  const numbers = sql`(VALUES (1)) AS numbers (n)`;
  const prepare = (name: string, value: ReturnType<typeof sql<number>>) => {
    const statement = db.select({ value }).from(numbers).prepare(name);
    return async (of: number) => (await statement.execute({ of }))[0]?.value;
  };
  return {
    close,
    invert: prepare('invert', sql<number>`12 / ${sql.placeholder('of')}::int`),
    session: prepare('session', sql<number>`pg_backend_pid() + ${sql.placeholder('of')}::int * 0`),
    sleep: prepare('sleep', sql<number>`${sql.placeholder('of')}::int FROM pg_sleep(20) --`),
  };
}

const outcome = (asked: Promise<unknown>) => asked.catch((error: Error) => (error.cause as Error).message);

test('statements sent together are each answered, over one connection', async () => {
  const { invert, session, close } = open();
  expect(await Promise.all([1, 2, 3, 4].map(invert))).toEqual([12, 6, 4, 3]);
  expect(new Set(await Promise.all([1, 2, 3].map(session))).size).toBe(1);
  await close();
});

test('a failing statement leaves the others alone, also at its first use', async () => {
  const { invert, close } = open();
  for (let round = 0; round < 3; round += 1) {
    expect(await Promise.all([0, 1, 0, 2].map((of) => outcome(invert(of))))).toEqual([
      'division by zero',
      12,
      'division by zero',
      6,
    ]);
  }
  await close();
});

test('a statement that cannot be parsed yet fails alone and works once it can be', async () => {
  const { db, close } = openPipeline({ connectionString: database.url });
  const later = db
    .select({ n: sql<number>`n` })
    .from(sql`later`)
    .prepare('later');
  const before = await Promise.all([1, 2, 3].map(() => outcome(later.execute())));
  expect(before).toEqual(Array.from({ length: 3 }, () => 'relation "later" does not exist'));
  await withClient({ connectionString: database.url }, (client) => client.query('CREATE TABLE later AS SELECT 7 AS n'));
  expect(await Promise.all([later.execute(), later.execute()])).toEqual([[{ n: 7 }], [{ n: 7 }]]);
  await close();
});

test('losing the connection fails the statements under way; the next statement uses another connection', async () => {
  const { invert, session, sleep, close } = open();
  const lost = await session(1);
  const under = [sleep(1), invert(1), invert(2)].map(outcome);
  await withClient({ connectionString: database.url }, (client) =>
    client.query('SELECT pg_terminate_backend($1)', [lost]),
  );
  for (const message of await Promise.all(under)) expect(message).toMatch(/terminat|connection|ECONNRESET/i);
  expect(await invert(3)).toBe(4);
  expect(await session(1)).not.toBe(lost);
  await close();
});

test('no statement waits for a stuck one longer than the patience', async () => {
  const { invert, sleep, close } = open(500);
  // On a busy machine a connection may take longer than that.
  await expect.poll(() => outcome(invert(1))).toBe(12);
  const stuck = [sleep(1), invert(1)].map(outcome);
  for (const message of await Promise.all(stuck)) expect(message).toBe('The database did not answer in time');
  await expect.poll(() => outcome(invert(2))).toBe(6);
  await close();
});
