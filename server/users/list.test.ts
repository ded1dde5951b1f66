import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type UserPage, UserSort, UserStatus } from '#contract/users.ts';
import { loadDemo } from '#server/run/demo.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { users } from '#server/users/tables.ts';

let app: TestApp;
let bearer: string;
beforeAll(async () => {
  app = await testApp();
  bearer = await newBearer(app);
});
afterAll(() => app.close());

const page = async (query: Record<string, string | number>) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return (await send(app.url, `/admin/users?${search}`, { bearer })).json as UserPage;
};
const idsOf = (answer: UserPage) => answer.users.map(({ id }) => id);

describe('two thousand and more users', () => {
  beforeAll(async () => {
    await loadDemo(app.database, 2345);
    // A sixteenth, which is more than one page, has no name at all.
    await app.database.pool.query(`UPDATE users SET name = '', username = '' WHERE id::text LIKE '%7'`);
  });

  /** The same order, as the simplest possible query. */
  const inOrder: Record<UserSort, string> = {
    '-createdAt': 'created_at DESC, id DESC',
    createdAt: 'created_at, id',
    name: `name = '' AND username = '', fold(coalesce(nullif(name, ''), username)) COLLATE "C", id`,
    '-name': `fold(coalesce(nullif(name, ''), username)) COLLATE "C" DESC, id DESC`,
    '-lastActiveAt': 'last_active_at DESC NULLS LAST, id DESC',
    '-activity': `(SELECT count(*) FROM posts WHERE user_id = users.id AND hidden_at IS NULL) +
      (SELECT count(*) FROM comments WHERE user_id = users.id AND hidden_at IS NULL) DESC, id DESC`,
  };
  const within: Record<UserStatus, string> = {
    all: '',
    verified: 'WHERE is_verified',
    unverified: 'WHERE NOT is_verified',
  };
  const cases = UserSort.options.flatMap((sort) => UserStatus.options.map((status) => [sort, status] as const));

  test.each(cases)(
    'by %s, %s: the pages hold everybody once, in order, the first as the deep ones',
    async (sort, status) => {
      const { rows } = await app.database.pool.query<{ id: string }>(
        `SELECT id FROM users ${within[status]} ORDER BY ${inOrder[sort]}`,
      );
      const ids = rows.map(({ id }) => id);
      const found: string[] = [];
      for (let at = 1; found.length < ids.length; at += 1) {
        const answer = await page({ sort, status, page: at, limit: 97 });
        expect(answer.pagination).toEqual({
          page: at,
          limit: 97,
          total: ids.length,
          totalPages: Math.ceil(ids.length / 97),
          totalIsCapped: false,
        });
        expect(answer.users.length).toBeGreaterThan(0);
        found.push(...idsOf(answer));
      }
      expect(found).toEqual(ids);
      const beyond = await page({ sort, status, page: 99_999, limit: 97 });
      expect([beyond.users, beyond.pagination.total]).toEqual([[], ids.length]);
    },
  );

  test.each(cases)('a search by %s, %s has the order and the status too', async (sort, status) => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `SELECT id FROM (SELECT * FROM users ${within[status]}) AS users WHERE search LIKE '%ad%' ORDER BY ${inOrder[sort]}`,
    );
    const found = [];
    for (const at of [1, 2, 3, 4])
      found.push(...idsOf(await page({ sort, status, search: 'Ád', page: at, limit: 40 })));
    expect(found).toEqual(rows.slice(0, 160).map(({ id }) => id));
    expect((await page({ sort, status, search: 'ad' })).pagination.total).toBe(rows.length);
  });

  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  test.each([
    [{ from: ago(60), to: ago(1) }, 'UTC'],
    [{ from: ago(2), to: ago(2) }, 'Africa/Lagos'],
    [{ from: ago(3) }, 'America/New_York'],
    [{ to: ago(4) }, 'Asia/Kolkata'],
    [{ from: ago(4), to: ago(5) }, 'UTC'],
  ])('who joined in the days %j of %s', async (range, zone) => {
    const { from = '1970-01-01', to = '2969-01-01' }: { from?: string; to?: string } = range;
    const { rows } = await app.database.pool.query<{ id: string }>(
      `SELECT id FROM users WHERE (created_at AT TIME ZONE $1)::date BETWEEN $2 AND $3 AND is_verified
       ORDER BY ${inOrder['-activity']}`,
      [zone, from, to],
    );
    const asked = { ...range, timeZone: zone, status: 'verified' };
    const found = [];
    for (let at = 1; at <= Math.ceil(rows.length / 100); at += 1) {
      const answer = await page({ ...asked, sort: '-activity', limit: 100, page: at });
      expect(answer.pagination).toMatchObject({ total: rows.length, totalIsCapped: false });
      found.push(...idsOf(answer));
    }
    expect(found).toEqual(rows.map(({ id }) => id));
    const query = new URLSearchParams({ ...asked, sort: '-activity' });
    const { text } = await send(app.url, `/admin/users/export?${query}`, { bearer });
    const lines = text.split('\r\n').slice(1, -1);
    expect(lines.map((line) => line.slice(0, 36))).toEqual(found);
  });

  test.each([
    'from=yesterday',
    'from=2026-02-30',
    'to=0000-01-01',
    'timeZone=Mars',
    'name=x',
    'sort=email',
    'sort=',
    'status=x',
    'sort=name&sort=name',
  ])('%s is refused', async (query) => {
    expect((await send(app.url, `/admin/users?${query}`, { bearer })).status).toBe(422);
  });
});

describe('names', () => {
  // By the displayed name, ignoring case and diacritics; letters that are not folded sort by their code points.
  const sorted = [
    '(Ada)', '007', 'Ada', 'Ádá Obi', 'ade', 'Adébáyọ̀', 'Ɓala', 'bola', 'Ńgọzị', 'ngozi a', 'Ọlá', 'Ṣadé', 'مريم', 'ज्योति', '😀',
  ]; // prettier-ignore

  beforeAll(async () => {
    await app.database.pool.query('TRUNCATE users, posts, comments, likes, secret_members CASCADE');
    const rows = [...sorted, ''].toReversed().map((name, index) => ({ name, email: `${index}@mail.test` }));
    await app.database.db.insert(users).values(rows);
  });

  test.each([
    ['name', sorted],
    ['-name', sorted.toReversed()],
  ])('are in one order on every Postgres, and a person without any is last: %s', async (sort, names) => {
    expect((await page({ sort, limit: 100 })).users.map(({ name }) => name)).toEqual([...names, '']);
    const found = await page({ sort, search: 'mail', limit: 100 });
    expect(found.users.map(({ name }) => name)).toEqual([...names, '']);
  });

  test('a username stands for a name that is missing', async () => {
    await app.database.db.insert(users).values({ name: '', username: 'Adéṣọlá', email: 'u@mail.test' });
    const found = (await page({ sort: 'name', limit: 100 })).users.map(({ name, username }) => name || username);
    expect(found.slice(3, 7)).toEqual(['Ádá Obi', 'ade', 'Adébáyọ̀', 'Adéṣọlá']);
  });

  test('of any length are stored and found', async () => {
    for (const letter of ['x', 'ọ', '한', '😀']) {
      const name = letter.repeat(5000);
      await app.database.db.insert(users).values({ name, username: name, email: `${name}@mail.test` });
      expect((await page({ search: letter.repeat(20) })).users.map((user) => user.name)).toEqual([name]);
    }
  });
});

describe('a search that more than 10,000 have', () => {
  beforeAll(async () => {
    await app.database.pool.query('TRUNCATE users, posts, comments, likes, secret_members CASCADE');
    await app.database.pool.query(`
      INSERT INTO users (id, email, is_verified, created_at)
      SELECT gen_random_uuid(), 'same' || n || '@mail.test', n > 10000, now() - make_interval(secs => n)
      FROM generate_series(1, 10020) AS n; ANALYZE users`);
  });

  test('is counted up to the limit, and later pages work while there are users', async () => {
    const of = (at: number) => ({ page: at, limit: 10, total: 10_000, totalPages: 1000, totalIsCapped: true });
    expect((await page({ search: 'same' })).pagination).toEqual(of(1));
    const last = await page({ search: 'same', page: 1002 });
    expect([last.pagination, last.users.map(({ email }) => email)]).toEqual([
      of(1002),
      Array.from({ length: 10 }, (_, index) => `same${10_011 + index}@mail.test`),
    ]);
    expect(await page({ search: 'same', page: 1003 })).toEqual({ users: [], pagination: of(1003) });
    expect((await page({ search: 'same', page: 99_999 })).users).toEqual([]);
  });

  test('that exactly so many have is counted exactly', async () => {
    expect((await page({ search: 'same', status: 'unverified' })).pagination).toMatchObject({
      total: 10_000,
      totalIsCapped: false,
    });
    expect((await page({})).pagination).toMatchObject({ total: 10_020, totalIsCapped: false });
  });
});
