import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { figures, users } from '#server/users/tables.ts';

/** Days without a sign of life after which a user is not active any more. */
const activeDays = 30;
const since = sql`now() - make_interval(hours => ${sql.raw(String(activeDays * 24))})`;

/** Users active are kept per day, but the 30 days begin in the middle of one: of that one they are counted. */
export const metricsStatement = sql`
  SELECT
    coalesce(sum(value) FILTER (WHERE name = 'verified'), 0)::bigint AS verified,
    coalesce(sum(value) FILTER (WHERE name = 'unverified'), 0)::bigint AS unverified,
    coalesce(sum(value) FILTER (WHERE name = 'posts'), 0)::bigint AS posts,
    coalesce(sum(value) FILTER (WHERE name = 'active'), 0)::bigint AS active,
    (SELECT count(*) FROM ${users}
     WHERE last_active_at > ${since} AND last_active_at < date_trunc('day', ${since}, 'UTC') + interval '1 day') AS edge
  FROM ${figures}
  WHERE (per = 'all' AND name IN ('verified', 'unverified', 'posts'))
     OR (per = 'day' AND name = 'active' AND bucket > utc_day(${since}))`;

type Sums = Record<'verified' | 'unverified' | 'posts' | 'active' | 'edge', number>;

/** The counts of the metrics. */
export async function readMetrics(db: NodePgDatabase) {
  const { rows } = await db.execute<Sums>(metricsStatement);
  const [row] = rows;
  if (!row) throw new Error('A sum without a row');
  return {
    totalUsers: row.verified + row.unverified,
    verifiedUsers: row.verified,
    activeUsers: row.active + row.edge,
    totalPosts: row.posts,
  };
}

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
