import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '#server/database/connect/pool.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';
import { growthOf } from '#tests/attacks/growth.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/**
 * The call of each function of the desk that takes a text written by people; null for those that only get texts of the
 * desk.
 */
const calls: Record<string, string | null> = {
  deleted_name: `SELECT deleted_name('card', jsonb_build_object('title', $1::text))`,
  fold: 'SELECT fold($1)',
  figures_of_user: 'SELECT count(*) FROM figures_of_user(true, now(), fold($1), now(), 1, gen_random_uuid())',
  figures_of_post: 'SELECT count(*) FROM figures_of_post(now(), NULL, NULL, ARRAY[$1])',
  add_to_figure: "SELECT add_to_figure('growth', 'text', left($1, 1000), 1)",
  log_event:
    "SELECT log_event(gen_random_uuid(), NULL, $1, 'view', 'users', 'user', gen_random_uuid(), left($1, 200), $1, 1)",
  in_units: 'SELECT length(in_units($1))',
  pieces_of: `SELECT count(*) FROM pieces_of($1, '[{"start": 0, "end": 1}]')`,
  covered_text: `SELECT length(covered_text($1, '[{"start": 0, "end": 1}, {"start": 2, "end": 9}]'))`,
  add_to_answered: null,
  add_to_written: null,
  bucket_of_case: null,
  count_sign_in: null,
  keep_search_words: null,
  kept_for_appeal: null,
  raise_content_version: null,
  reason_of_mark: null,
  tell_app_of_content: null,
  seriousness: null,
  watch_content: null,
  watch_content_of_modes: null,
};

/** The code that runs when the app writes. A text beyond the limit is refused at once. */
const writes = {
  'a post': `INSERT INTO posts (id, user_id, content) SELECT gen_random_uuid(), id, left($1, 20000) FROM users LIMIT 1`,
  'a long post': `INSERT INTO posts (id, user_id, content) SELECT gen_random_uuid(), id, repeat($1, 10) FROM users LIMIT 1`,
  'a comment': `INSERT INTO comments (id, post_id, user_id, content)
    SELECT gen_random_uuid(), posts.id, user_id, left($1, 20000) FROM posts LIMIT 1`,
  'a post with covered words': `UPDATE posts SET content = '▇▇▇▇' || left($1, 19000)`,
  'a name': `INSERT INTO users (id, email, name) VALUES (gen_random_uuid(), gen_random_uuid() || '@mail.test', $1)`,
  'an announcement': `INSERT INTO announcements (id, message, enabled) VALUES (gen_random_uuid(), left($1, 2000), true)`,
  'a search': `SELECT count(*) FROM posts WHERE search LIKE '%' || regexp_replace(fold($1), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
};

test('every function of ours that takes a text is among those that are called here', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT DISTINCT proname AS name FROM pg_proc JOIN pg_type ON pg_type.oid = ANY (proargtypes)
     WHERE pronamespace = 'public'::regnamespace AND typname IN ('text', '_text', 'bytea', 'jsonb')
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(calls).toSorted());
});

const called = [...Object.entries(calls), ...Object.entries(writes)].flatMap(([name, sql]) =>
  sql ? [[name, sql]] : [],
);

test.each(called)('the time for %s grows with the length of the text alone', async (_, sql = '') => {
  await withClient({ connectionString: database.url }, async (client) => {
    await client.query('BEGIN; SET LOCAL statement_timeout = 0');
    await client.query(`INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'growth@mail.test')`);
    await client.query(
      `INSERT INTO posts (id, user_id, content, covered)
       SELECT gen_random_uuid(), id, 'Hm', '[{"start": 0, "end": 1}]' FROM users LIMIT 1`,
    );
    await client.query('SAVEPOINT start');
    const measure = async (text: string) => {
      const began = performance.now();
      await client.query(sql, [text]).catch((error: { code?: string }) => {
        if (error.code !== '23514' && error.code !== '54000') throw error;
      });
      const took = performance.now() - began;
      await client.query('ROLLBACK TO start');
      return took;
    };
    expect(await growthOf(measure)).toEqual([]);
    await client.query('ROLLBACK');
  });
});
