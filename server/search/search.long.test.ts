import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchedKinds } from '#contract/search.ts';
import { searchStatement } from '#server/search/statement.ts';
import { type TestDesk, logOf, testDesk } from '#tests/desk/test-desk.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
});
afterAll(() => desk.close());

/** The words of the titles, each in one of nine records. */
const words = ['pregnancy', 'ìwòsàn', 'ọmọ', 'clinic', 'when to see a doctor', 'sleep', 'folate', 'àìsàn', 'walk'];
const title = `(ARRAY[${words.map((word) => `'${word}'`).join()}])[1 + n % ${words.length}]
  || ' ' || (ARRAY['first', 'ẹ̀kejì', 'third'])[1 + n % 3] || ' no ' || n`;
const oneOf = (table: string) => `(SELECT (array_agg(id))[1 + n % count(*)] FROM ${table})`;

/** The tables with their number of rows, and the columns besides the id. */
const content: [table: string, count: number, values: Record<string, string>][] = [
  [
    'categories',
    20,
    { name: title, description: "''", tracking_mode: "'PREGNANCY'", header_image_url: "''", display_order: 'n' },
  ],
  ['sections', 400, { category_id: oneOf('categories'), title, description: "''", display_order: 'n' }],
  [
    'cards',
    30_000,
    {
      section_id: oneOf('sections'),
      title,
      description: "''",
      background_color: "''",
      image_asset_name: "''",
      content: "''",
      rich_content: "''",
      header_image_url: "''",
      citations: "'[]'",
      is_active: 'true',
      publish_status: "'draft'",
      display_order: 'n',
    },
  ],
  ['announcements', 8000, { message: title, enabled: 'true' }],
  ['topics', 100, { title, description: "''", color: "'#FF6B9D'" }],
  ['secrets', 6000, { topic_id: oneOf('topics'), title, group_mode: "'PREGNANCY'", image_url: "''" }],
  ['communities', 5480, { topic_id: oneOf('topics'), name: title, description: "''" }],
];

/** Common words, rare ones, one letter, and words that no record has. */
const terms = [...words, 'preg', 'iw', 'no 29999', 'zzz', 'zz', 'clinic third', 'a', 'see doctor', 'n 77'];

test('among 50,000 records each search takes less than 50 ms', async () => {
  for (const [table, count, values] of content) {
    await desk.database.pool.query(
      `INSERT INTO ${table} (id, ${Object.keys(values).join()})
        SELECT gen_random_uuid(), ${Object.values(values).join()} FROM generate_series(1, $1::int) AS n`,
      [count],
    );
  }
  await desk.database.pool.query('VACUUM ANALYZE');
  const { history } = logOf(desk);
  type Plan = [{ 'Execution Time': number; 'Planning Time': number }];
  const median: Record<string, number> = {};
  for (const term of terms) {
    const statement = searchStatement(history, term, searchedKinds);
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const { rows } = await desk.database.db.execute<{ 'QUERY PLAN': Plan }>(
        sql`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statement}`,
      );
      const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
      times.push((plan?.['Execution Time'] ?? Infinity) + (plan?.['Planning Time'] ?? Infinity));
    }
    // By the clock of the database. The median of five, because other work of the machine can delay one of them.
    median[term] = times.toSorted((one, other) => one - other)[2] ?? Infinity;
  }
  expect(Object.entries(median).filter(([, time]) => time >= 50)).toEqual([]);
});
