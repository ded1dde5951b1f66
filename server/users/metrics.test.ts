import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DailyCounts } from '#contract/users.ts';
import { loadDemo } from '#server/demo.ts';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { changeAtRandom } from '#server/testing/changes.ts';
import { recount, shownFigures } from '#server/testing/recount.ts';
import { send } from '#server/testing/send.ts';
import { newBearer } from '#server/testing/staff.ts';

let app: TestApp;
let bearer: string;
beforeAll(async () => {
  app = await testApp();
  bearer = await newBearer(app);
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE users, posts, comments, likes, secret_members'));

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
    await sql('TRUNCATE users, posts, comments, likes, secret_members');
    await expectRight();
    expect((await sql('SELECT coalesce(sum(value), 0)::int AS left FROM figures')).rows).toEqual([{ left: 0 }]);
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
