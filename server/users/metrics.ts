import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { figures, users } from '#server/users/tables.ts';

/** Days without a sign of life after which a user is not active any more. */
const activeDays = 30;
const since = sql`now() - make_interval(hours => ${sql.raw(String(activeDays * 24))})`;

const sumOf = (...names: string[]) =>
  sql<number>`coalesce(sum(value) FILTER (WHERE name IN (${sql.raw(names.map((name) => `'${name}'`).join())})), 0)::bigint`;

/** Active users are kept per day. The 30 days begin in the middle of a day, so the users of that day are counted. */
export const metricsStatement = (db: NodePgDatabase) =>
  db
    .select({
      totalUsers: sumOf('verified', 'unverified'),
      verifiedUsers: sumOf('verified'),
      activeUsers: sql<number>`${sumOf('active')} + (SELECT count(*) FROM ${users} WHERE last_active_at > ${since}
        AND last_active_at < date_trunc('day', ${since}, 'UTC') + interval '1 day')`,
      totalPosts: sumOf('posts'),
    })
    .from(figures)
    .where(
      sql`(per = 'all' AND name IN ('verified', 'unverified', 'posts'))
       OR (per = 'day' AND name = 'active' AND bucket > utc_day(${since}))`,
    );

/** How many users joined or posts were written on each of the last days (UTC), oldest first. */
export async function countByDay(db: NodePgDatabase, what: 'users' | 'posts', days: number) {
  const names = what === 'posts' ? sql`name = 'posts'` : sql`name IN ('verified', 'unverified')`;
  const { rows } = await db.execute<{ day: string; count: number }>(sql`
    SELECT day, coalesce(sum(value), 0)::bigint AS count
    FROM generate_series(0, ${days - 1}::int) AS ago, utc_day(now() - make_interval(days => ago)) AS day
    LEFT JOIN ${figures} ON per = 'day' AND ${names} AND bucket = day
    GROUP BY day ORDER BY day`);
  return rows;
}
