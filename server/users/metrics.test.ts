import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DailyCounts } from '#contract/users.ts';
import { loadDemo } from '#server/run/demo.ts';
import { checkFigures } from '#server/commands/desk-checks.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { changeAtRandom } from '#tests/load/changes.ts';
import { untilWaiting } from '#tests/database/locks.ts';
import { recount, shownFigures } from '#tests/database/recount.ts';
import { send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';

let app: TestApp;
let bearer: string;
beforeAll(async () => {
  app = await testApp();
  bearer = await newBearer(app);
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE users, posts, comments, likes, secret_members CASCADE'));

const sql = (text: string, values?: unknown[]) => app.database.pool.query(text, values);
const expectRight = async () => expect(await shownFigures(app, bearer)).toEqual(await recount(app.database.pool));
const series = async (what: string, query = '') =>
  ((await send(app.url, `/admin/metrics/${what}${query}`, { bearer })).json as DailyCounts).days;

describe('figures', () => {
  // figures.long.test.ts does the same with ten thousand changes.
  test('are those of a recount after changes from four connections', async () => {
    await changeAtRandom(app.database.pool, 600, 'figures');
    await expectRight();
  });

  test('are those of a recount after a load, and after changes to it', async () => {
    await loadDemo(app.database, 700);
    await expectRight();
    await changeAtRandom(app.database.pool, 60, 'after a load');
    await expectRight();
  });

  test('are as before after a ROLLBACK, and zero after a TRUNCATE', async () => {
    await loadDemo(app.database, 50);
    const client = await app.database.pool.connect();
    await client.query(
      `BEGIN; DELETE FROM users; INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'x'); ROLLBACK`,
    );
    client.release();
    await expectRight();
    await sql('TRUNCATE users, posts, comments, likes, secret_members CASCADE');
    await expectRight();
    expect(
      (await sql("SELECT coalesce(sum(value), 0)::int AS left FROM figures WHERE name <> 'cases' OR per = 'state'"))
        .rows,
    ).toEqual([{ left: 0 }]);
  });

  test('never make a writer wait for another', async () => {
    await sql(`INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'first')`);
    const [one, other] = [await app.database.pool.connect(), await app.database.pool.connect()];
    try {
      await other.query("SET lock_timeout = '1s'");
      const add = `INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'x')`;
      await one.query(`BEGIN; ${add}`);
      await other.query(`BEGIN; ${add}; COMMIT`);
      await one.query('COMMIT');
      await other.query('RESET lock_timeout');
    } finally {
      one.release();
      other.release();
    }
    await expectRight();
  });

  test('of a session with another zone and style of dates are the same', async () => {
    const client = await app.database.pool.connect();
    await client.query(`
      BEGIN; SET LOCAL timezone = 'Pacific/Kiritimati'; SET LOCAL datestyle = 'German';
      INSERT INTO users (id, email, created_at, last_active_at)
      VALUES (gen_random_uuid(), 'x', now() - interval '3 days', now() - interval '720 hours' + interval '1 minute');
      COMMIT`);
    client.release();
    await expectRight();
  });
});

test('the days are those of the database, whatever the clock of the process says', async () => {
  await sql(`INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'today')`);
  const days = async () => [await series('growth'), await series('engagement')];
  const right = await days();
  vi.setSystemTime(Date.now() + 40 * 86_400_000);
  onTestFinished(() => void vi.useRealTimers());
  expect(await days()).toEqual(right);
});

describe('a recount', () => {
  const makeFiguresWrong = `
    UPDATE figures SET value = value + 1 WHERE id % 3 = 0;
    DELETE FROM figures WHERE id % 5 = 0`;
  const makeRowsWrong = `
    UPDATE users SET post_count = post_count + 1, comment_count = comment_count + 2;
    UPDATE posts SET like_count = like_count + 1, comment_count = comment_count + 1`;
  const expectMended = async () => {
    await expectRight();
    expect((await checkFigures(app.database.db, false)).wrong).toEqual([]);
  };
  /** Two connections in transactions, which wait at most a second. */
  async function inTwo(work: (one: pg.PoolClient, other: pg.PoolClient) => Promise<void>) {
    const [one, other] = [await app.database.pool.connect(), await app.database.pool.connect()];
    try {
      for (const client of [one, other]) await client.query("BEGIN; SET LOCAL lock_timeout = '1s'");
      await work(one, other);
      for (const client of [one, other]) await client.query('COMMIT');
    } finally {
      // Closed, because a failed test leaves a transaction on them.
      one.release(true);
      other.release(true);
    }
  }

  test('of figures waits for no writer, and lets none wait', async () => {
    await loadDemo(app.database, 50);
    await sql(makeFiguresWrong);
    const write = "INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'x'); DELETE FROM posts";
    await inTwo(async (writer, counting) => {
      await writer.query(write);
      await counting.query('SELECT recount_figures()');
      await writer.query(write);
    });
    await expectMended();
  });

  test('leaves out rows that are being written, for the next one', async () => {
    await loadDemo(app.database, 50);
    await sql(makeRowsWrong);
    const { rows: written } = await sql('SELECT user_id AS "user", id AS post FROM posts LIMIT 1');
    const [{ user, post }] = written as [Record<string, string>];
    await inTwo(async (writer, counting) => {
      await writer.query(
        `INSERT INTO comments (id, post_id, user_id, content) VALUES (gen_random_uuid(), '${post}', '${user}', 'x')`,
      );
      await counting.query('SELECT recount_users(ARRAY(SELECT id FROM wrong_users()))');
      await counting.query('SELECT recount_posts(ARRAY(SELECT id FROM wrong_posts()))');
    });
    const { rows: left } = await sql('SELECT id FROM wrong_users() UNION ALL SELECT id FROM wrong_posts()');
    expect(left).toEqual([{ id: user }, { id: post }]);
    await checkFigures(app.database.db, true);
    await expectMended();
  });

  test('of figures comes after another one, and finds nothing left to add', async () => {
    await loadDemo(app.database, 50);
    await sql(makeFiguresWrong);
    await inTwo(async (first, second) => {
      await first.query('SELECT recount_figures()');
      const later = second.query('SELECT recount_figures()');
      await Promise.race([later, untilWaiting(app.database.pool)]);
      await first.query('COMMIT');
      await later;
    });
    await expectMended();
  });

  test('is exact while others write', async () => {
    await loadDemo(app.database, 200);
    await sql(makeFiguresWrong);
    await sql(makeRowsWrong);
    await Promise.all([changeAtRandom(app.database.pool, 200, 'recount'), checkFigures(app.database.db, true)]);
    await expectMended();
  });
});

describe('counts by day', () => {
  test('every day has a count, also of nothing, oldest first, today last, in UTC', async () => {
    await sql(`INSERT INTO users (id, email, created_at) SELECT gen_random_uuid(), n::text, day
      FROM generate_series(1, 3) AS n, (VALUES (now()), (date_trunc('day', now(), 'UTC') - interval '1 millisecond')) AS d (day)`);
    const days = await series('signups', '?days=3');
    const { rows } =
      await sql(`SELECT to_char(now() AT TIME ZONE 'UTC' - make_interval(days => ago), 'YYYY-MM-DD') AS day
      FROM generate_series(2, 0, -1) AS ago`);
    expect(days.map(({ day }) => ({ day }))).toEqual(rows);
    expect(days.map(({ count }) => count)).toEqual([0, 3, 3]);
  });

  test('posts are counted as well, until they are deleted', async () => {
    await sql(`WITH u AS (INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'x') RETURNING id)
      INSERT INTO posts (id, user_id, content) SELECT gen_random_uuid(), id, 'x' FROM u, generate_series(1, 4)`);
    expect((await series('posts')).map(({ count }) => count)).toEqual([...Array<number>(29).fill(0), 4]);
    await sql('DELETE FROM users');
    expect((await series('posts')).at(-1)?.count).toBe(0);
    expect((await series('signups')).at(-1)?.count).toBe(0);
  });

  test.each(['Africa/Lagos', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'the days are those of the zone %s, also of an hour that is not whole',
    async (zone) => {
      await sql(`INSERT INTO users (id, email, created_at)
        SELECT gen_random_uuid(), n::text, now() - make_interval(mins => 7 * n) FROM generate_series(0, 2000) AS n`);
      await sql(`INSERT INTO posts (id, user_id, content, created_at) SELECT id, id, 'x', created_at FROM users`);
      const { rows } = await sql(
        `SELECT to_char(created_at AT TIME ZONE $1, 'YYYY-MM-DD') AS day, count(*) FROM users GROUP BY 1 ORDER BY 1`,
        [zone],
      );
      expect(rows.length).toBeGreaterThan(9);
      for (const what of ['signups', 'posts']) {
        expect(await series(what, `?days=${rows.length}&timeZone=${zone}`)).toEqual(rows);
      }
    },
  );

  test.each(['?days=0', '?days=367', '?days=x', '?days=1.5', '?timeZone=Mars/Olympus', '?timeZone='])(
    '%s is refused',
    async (query) => {
      expect((await send(app.url, `/admin/metrics/signups${query}`, { bearer })).status).toBe(422);
    },
  );
});
