import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Mark, isHarm } from '#contract/mark.ts';

const since = sql`now() - interval '720 hours'`;

/**
 * The totals. Active users are counted per day; on the day on which the 30 days begin, they are counted individually.
 */
async function countAll(db: NodePgDatabase) {
  const { rows } = await db.execute<Record<'topics' | 'secrets' | 'communities' | 'posts' | 'activeUsers', number>>(sql`
    SELECT (SELECT count(*) FROM topics)::int AS topics, (SELECT count(*) FROM secrets)::int AS secrets,
      (SELECT count(*) FROM communities)::int AS communities,
      (SELECT coalesce(sum(value), 0) FROM figures WHERE per = 'all' AND name = 'posts')::int AS posts,
      ((SELECT coalesce(sum(value), 0) FROM figures
        WHERE per = 'active' AND name IN ('verified', 'unverified') AND bucket > utc_day(${since}))
      + (SELECT count(*) FROM users WHERE sort_active > ${since}
        AND sort_active < date_trunc('day', ${since}, 'UTC') + interval '1 day'))::int AS "activeUsers"`);
  const [totals] = rows;
  if (!totals) throw new Error('A count without a row');
  return totals;
}

/** The number of posts with any mark, with any mark of danger, and with each mark. */
async function countMarked(db: NodePgDatabase) {
  const { rows } = await db.execute<{ bucket: string; n: number }>(
    sql`SELECT bucket, sum(value)::int AS n FROM figures WHERE name = 'posts' AND per = 'marks' GROUP BY bucket`,
  );
  const count = (fits: (marks: string[]) => boolean) =>
    rows.reduce((sum, { bucket, n }) => (fits(bucket.split(',')) ? sum + n : sum), 0);
  const each = Mark.options.map((mark) => [mark, count((marks) => marks.includes(mark))]);
  const harm = count((marks) => marks.some(isHarm));
  return { any: count(() => true), harm, ...Object.fromEntries(each) } as Record<'any' | 'harm' | Mark, number>;
}

export const readAwaAnalytics = async (db: NodePgDatabase) => ({
  totals: await countAll(db),
  needsALook: await countMarked(db),
});
