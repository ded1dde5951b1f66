import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { readNow } from '#server/database/read-now.ts';
import { daysAfter, daysIn } from '#server/users/days.ts';
import { comments, figures, posts, users } from '#server/users/tables.ts';

/** Days without activity after which a user is no longer active. */
const activeDays = 30;
const since = sql`now() - make_interval(hours => ${sql.raw(String(activeDays * 24))})`;

const sumOf = (figure: string) => sql<number>`coalesce(sum(value) FILTER (WHERE ${sql.raw(figure)}), 0)::bigint`;

/**
 * Active users are counted per day. The 30 days begin in the middle of a day, so the users of that day are counted
 * individually.
 */
export const metricsStatement = (db: NodePgDatabase) =>
  db
    .select({
      totalUsers: sumOf("per = 'all' AND name <> 'posts'"),
      verifiedUsers: sumOf("per = 'all' AND name = 'verified'"),
      activeUsers: sql<number>`${sumOf("per = 'active'")} + (SELECT count(*) FROM ${users} WHERE sort_active > ${since}
        AND sort_active < date_trunc('day', ${since}, 'UTC') + interval '1 day')`,
      totalPosts: sumOf("name = 'posts'"),
    })
    .from(figures)
    .where(
      sql`(per = 'all' AND name IN ('verified', 'unverified', 'posts'))
       OR (per = 'active' AND name IN ('verified', 'unverified') AND bucket > utc_day(${since}))`,
    );

/** The counts by day: the table of each, and its figures. */
const counted = {
  users: { table: users, name: sql`name IN ('verified', 'unverified')` },
  posts: { table: posts, name: sql`name = 'posts'` },
};

/**
 * The number of users who joined, or of posts written, on each of the last days of a zone, oldest first. The figures
 * count days in UTC. The count of a zone's day is that of the nearest UTC day, corrected by the rows at both ends that
 * an index counts. Node names the candidate days, by the database's clock.
 */
export async function countByDay(db: NodePgDatabase, what: keyof typeof counted, days: number, timeZone: string) {
  const { dayAt, startOf } = daysIn(timeZone);
  const { table, name } = counted[what];
  const tomorrow = daysAfter(dayAt(new Date(await readNow(db))), 1);
  const asked = Array.from({ length: days + 3 }, (_, ago) => daysAfter(tomorrow, 1 - ago));
  const starts = asked.map((day) => startOf(day).toISOString());
  const between = (from: SQL, to: SQL) =>
    sql`(SELECT count(*) FROM ${table} WHERE created_at >= ${from} AND created_at < ${to})`;
  const start = sql`start`;
  const midnight = sql`midnight`;
  const { rows } = await db.execute<{ day: string; count: number }>(sql`
    WITH days AS (
      SELECT day, start, date_trunc('day', start + interval '12 hours', 'UTC') AS midnight
      FROM unnest(${sql.param(asked)}::text[], ${sql.param(starts)}::timestamptz[]) AS days (day, start)
    ),
    edges AS (
      SELECT *, ${between(midnight, start)} - ${between(start, midnight)} AS edge FROM days
    ),
    spans AS (
      SELECT *, lead(midnight) OVER (ORDER BY start) AS next_midnight, lead(edge) OVER (ORDER BY start) AS next_edge FROM edges
    ),
    shown AS (SELECT * FROM spans WHERE start <= now() AND next_edge IS NOT NULL ORDER BY start DESC LIMIT ${days})
    SELECT day, next_edge - edge + (
      SELECT coalesce(sum(value), 0)::bigint FROM ${figures}
      WHERE per = 'day' AND ${name} AND bucket >= utc_day(midnight) AND bucket < utc_day(next_midnight)
    ) AS count FROM shown ORDER BY start`);
  return rows;
}

/**
 * The number of people who wrote a post or a comment on each of the last days of a zone, oldest first. Both are found
 * in indexes by time.
 */
export async function countWritersByDay(db: NodePgDatabase, days: number, timeZone: string) {
  const { dayAt, startOf } = daysIn(timeZone);
  const today = dayAt(new Date(await readNow(db)));
  const asked = Array.from({ length: days }, (_, ago) => daysAfter(today, ago + 1 - days));
  const starts = [...asked, daysAfter(today, 1)].map((day) => startOf(day).toISOString());
  const { rows } = await db.execute<{ day: string; count: number }>(sql`
    WITH days AS (
      SELECT day, start, lead(start) OVER (ORDER BY start) AS until
      FROM unnest(${sql.param([...asked, ''])}::text[], ${sql.param(starts)}::timestamptz[]) AS days (day, start)
    ),
    written AS (
      SELECT created_at, user_id FROM ${posts} WHERE created_at >= ${starts[0]}::timestamptz
      UNION ALL SELECT created_at, user_id FROM ${comments} WHERE created_at >= ${starts[0]}::timestamptz
    )
    SELECT day, count(DISTINCT user_id)::int AS count
    FROM days LEFT JOIN written ON created_at >= start AND created_at < until
    WHERE until IS NOT NULL GROUP BY day ORDER BY day`);
  return rows;
}
