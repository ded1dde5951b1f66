import type pg from 'pg';
import type { DailyCounts, Metrics, UserPage } from '#contract/users.ts';
import type { TestApp } from '#tests/desk/test-app.ts';
import { send } from '#tests/desk/send.ts';

type Shown = {
  metrics: Omit<Metrics, 'verificationRate'>;
  totals: number[];
  signups: number[];
  posts: number[];
  /** The number of users by posts and comments: `2 1` has two posts and one comment. */
  written: Record<string, number>;
};

/** Every figure for users and posts in the API. The totals are those of all, the verified and the unverified. */
export async function shownFigures(app: TestApp, bearer: string): Promise<Shown> {
  const ask = async <T>(path: string) => (await send(app.url, path, { bearer })).json as T;
  const total = async (status: string, page: number) =>
    (await ask<UserPage>(`/admin/users?limit=100&page=${page}&status=${status}`)).pagination.total;
  const { verificationRate: _, ...metrics } = await ask<Metrics>('/admin/metrics');
  const counts = async (what: string) =>
    (await ask<DailyCounts>(`/admin/metrics/${what}?days=70`)).days.map(({ count }) => count);
  const statuses = ['all', 'verified', 'unverified'];
  const written: Record<string, number> = {};
  for (let page = 1, more = true; more; page += 1) {
    const { users } = await ask<UserPage>(`/admin/users?limit=100&page=${page}&sort=-activity`);
    for (const { stats } of users) {
      const key = `${stats.posts} ${stats.comments}`;
      written[key] = (written[key] ?? 0) + 1;
    }
    more = users.length > 0;
  }
  // The first page and a page deep in the list compute their total in different ways.
  const totals = await Promise.all([1, 500].flatMap((page) => statuses.map((status) => total(status, page))));
  return { metrics, totals, signups: await counts('signups'), posts: await counts('posts'), written };
}

/** The same figures, counted row by row, without hidden posts and comments. */
export async function recount(pool: pg.Pool): Promise<Shown> {
  const byDay = (table: string, condition = 'true') => `
    ARRAY(SELECT (SELECT count(*) FROM ${table} WHERE ${condition} AND (created_at AT TIME ZONE 'UTC')::date = (now() AT TIME ZONE 'UTC')::date - ago)::int
          FROM generate_series(69, 0, -1) AS ago)`;
  const { rows } = await pool.query<
    Record<'all' | 'verified' | 'active' | 'posts', number> & {
      joined: number[];
      said: number[];
      written: Record<string, number> | null;
    }
  >(`
    SELECT count(*) AS all, count(*) FILTER (WHERE is_verified) AS verified,
      count(*) FILTER (WHERE last_active_at > now() - interval '720 hours') AS active,
      (SELECT count(*) FROM posts WHERE hidden_at IS NULL) AS posts, ${byDay('users')} AS joined,
      ${byDay('posts', 'hidden_at IS NULL')} AS said,
      (SELECT json_object_agg(key, count) FROM (
        SELECT (SELECT count(*) FROM posts WHERE user_id = users.id AND hidden_at IS NULL) || ' ' ||
          (SELECT count(*) FROM comments WHERE user_id = users.id AND hidden_at IS NULL) AS key, count(*) FROM users GROUP BY 1
      ) AS each) AS written
    FROM users`);
  const [row] = rows;
  if (!row) throw new Error('A count without a row');
  const totals = [row.all, row.verified, row.all - row.verified];
  return {
    metrics: { totalUsers: row.all, verifiedUsers: row.verified, activeUsers: row.active, totalPosts: row.posts },
    totals: [...totals, ...totals],
    signups: row.joined,
    posts: row.said,
    written: row.written ?? {},
  };
}
