import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PreparingClient } from '#server/database/driver/preparing-client.ts';
import { createDatabase } from '#tests/database/database.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createDatabase('TEMPLATE template0');
  client = new PreparingClient({ connectionString: database.url, pipeline: true });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const prepared = (name: string, text: string) => ({ name, text, rowMode: 'array' as const });
const halves = prepared('halves', 'SELECT n, n / $1::int AS half FROM generate_series(2, 4, 2) n');

/** The number of times that the server described columns while `work` ran. */
async function described(work: () => Promise<unknown>) {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  let count = 0;
  const told = () => (count += 1);
  connection.on('rowDescription', told);
  await work();
  connection.off('rowDescription', told);
  return count;
}

test('a prepared statement is answered alike at each use, and asks for its columns once', async () => {
  const ask = async () => {
    const { rows, fields, rowCount } = await client.query(halves, [2]);
    expect({ rows, names: fields.map(({ name }) => name), rowCount }).toEqual({
      rows: [
        [2, 1],
        [4, 2],
      ],
      names: ['n', 'half'],
      rowCount: 2,
    });
  };
  expect(await described(ask)).toBe(1);
  expect(await described(() => Promise.all([ask(), ask()]))).toBe(0);
});

test('a statement that fails at times gives its rows at all others', async () => {
  const inverse = prepared('inverse', 'SELECT 12 / $1::int');
  const ask = (of: number) =>
    client.query(inverse, [of]).then(
      ({ rows }) => rows,
      (error: Error) => error.message,
    );
  const all = await Promise.all([0, 1, 0, 4].map(ask));
  expect(all).toEqual(['division by zero', [[12]], 'division by zero', [[3]]]);
});

test('a statement without rows makes its change at each use', async () => {
  await client.query('CREATE TABLE notes (text text)');
  const add = prepared('add', 'INSERT INTO notes VALUES ($1)');
  for (const text of ['one', 'two', 'three']) {
    expect(await client.query(add, [text])).toMatchObject({ rows: [], rowCount: 1, command: 'INSERT' });
  }
  expect((await client.query('SELECT text FROM notes')).rows).toHaveLength(3);
});

test('after a change of its columns the database refuses it, and no row is read by the old ones', async () => {
  await client.query('CREATE TABLE figures (n int)');
  await client.query('INSERT INTO figures VALUES (7)');
  const all = prepared('all_figures', 'SELECT * FROM figures');
  for (let use = 0; use < 2; use += 1) expect((await client.query(all, [])).rows).toEqual([[7]]);
  await client.query("ALTER TABLE figures ALTER n TYPE text, ADD more text DEFAULT 'x'");
  await expect(client.query(all, [])).rejects.toThrow('cached plan must not change result type');
});
