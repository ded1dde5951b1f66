import { and, asc, count, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type UserFilter, recentPostsMost } from '#contract/users.ts';
import { comments, likes, posts, users } from '#server/users/tables.ts';

const userColumns = {
  id: users.id,
  name: users.name,
  username: users.username,
  email: users.email,
  profileImage: users.profileImage,
  isVerified: users.isVerified,
  createdAt: users.createdAt,
  // With the tables spelled out: in a query over one table the builder leaves them off, and `id` would be the post's.
  posts: sql<number>`(SELECT count(*) FROM ${posts} WHERE ${posts}.user_id = ${users}.id)`.mapWith(Number),
  comments: sql<number>`(SELECT count(*) FROM ${comments} WHERE ${comments}.user_id = ${users}.id)`.mapWith(Number),
};

type Counted = { posts: number; comments: number };

const withStats = <Row extends Counted>({ posts: written, comments: commented, ...user }: Row) => ({
  ...user,
  stats: { posts: written, comments: commented },
});

/** The term folded like the column it is sought in; `%`, `_` and `\` are plain characters. Nothing but marks finds nobody. */
const matches = (term: string) =>
  sql`fold(${term}) <> '' AND ${users.search} LIKE '%' || regexp_replace(fold(${term}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

const filtered = ({ search, status }: UserFilter) =>
  and(
    search === '' ? undefined : matches(search),
    status === 'all' ? undefined : eq(users.isVerified, status === 'verified'),
  );

const folded = sql`fold(${users.name}) COLLATE "C"`;
const orders = {
  '-createdAt': [desc(users.createdAt), desc(users.id)],
  createdAt: [asc(users.createdAt), asc(users.id)],
  name: [asc(folded), asc(users.id)],
  '-name': [desc(folded), desc(users.id)],
};

export async function findUsers(db: NodePgDatabase, filter: UserFilter, page: number, limit: number) {
  const where = filtered(filter);
  const [total] = await db.select({ n: count() }).from(users).where(where);
  const rows = await db
    .select(userColumns)
    .from(users)
    .where(where)
    .orderBy(...orders[filter.sort])
    .limit(limit)
    .offset((page - 1) * limit);
  return { users: rows.map(withStats), total: total?.n ?? 0 };
}

export async function findUser(db: NodePgDatabase, id: string) {
  const [row] = await db.select(userColumns).from(users).where(eq(users.id, id));
  return row && withStats(row);
}

/** One user with the newest posts. */
export async function findUserDetail(db: NodePgDatabase, id: string) {
  const [row] = await db
    .select({ ...userColumns, lastActiveAt: users.lastActiveAt })
    .from(users)
    .where(eq(users.id, id));
  return row && { ...withStats(row), recentPosts: await listRecentPosts(db, id) };
}

async function listRecentPosts(db: NodePgDatabase, userId: string) {
  const rows = await db
    .select({
      id: posts.id,
      content: posts.content,
      imageUrl: posts.imageUrl,
      createdAt: posts.createdAt,
      likes: sql<number>`(SELECT count(*) FROM ${likes} WHERE ${likes}.post_id = ${posts}.id)`.mapWith(Number),
      comments: sql<number>`(SELECT count(*) FROM ${comments} WHERE ${comments}.post_id = ${posts}.id)`.mapWith(Number),
    })
    .from(posts)
    .where(eq(posts.userId, userId))
    .orderBy(desc(posts.createdAt))
    .limit(recentPostsMost);
  return rows.map(({ likes: liked, comments: answered, ...post }) =>
    Object.assign(post, { _count: { likes: liked, comments: answered } }),
  );
}

/** How many of these it changed. Locks all of them first, in one order, and gives undefined when one is not there. */
export async function setVerified(db: NodePgDatabase, ids: string[], isVerified: boolean) {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(users.id)
    .for('update');
  if (found.length < ids.length) return undefined;
  const changed = await db
    .update(users)
    .set({ isVerified, updatedAt: sql`now()` })
    .where(and(inArray(users.id, ids), ne(users.isVerified, isVerified)))
    .returning({ id: users.id });
  return changed.length;
}

/** Erases the person with all posts, comments and likes. False when there is no such user. */
export async function eraseUser(db: NodePgDatabase, id: string) {
  return (await db.delete(users).where(eq(users.id, id)).returning({ id: users.id })).length > 0;
}

/** Days without a sign of life after which a user is not active any more. */
const activeDays = 30;

export async function countMetrics(db: NodePgDatabase) {
  const active = sql`${users.lastActiveAt} > now() - make_interval(hours => ${activeDays * 24})`;
  const [row] = await db
    .select({
      totalUsers: count(),
      verifiedUsers: sql<number>`count(*) FILTER (WHERE ${users.isVerified})`.mapWith(Number),
      activeUsers: sql<number>`count(*) FILTER (WHERE ${active})`.mapWith(Number),
      totalPosts: sql<number>`(SELECT count(*) FROM ${posts})`.mapWith(Number),
    })
    .from(users);
  if (!row) throw new Error('A count without a row');
  return row;
}

/** How many rows of a table were made on each of the last days (UTC), oldest first. */
export async function countByDay(db: NodePgDatabase, table: typeof users | typeof posts, days: number) {
  const { rows } = await db.execute<{ day: string; count: number }>(sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day,
           (SELECT count(*) FROM ${table} WHERE created_at >= day AND created_at < day + interval '1 day') AS count
    FROM generate_series(date_trunc('day', now()) - make_interval(days => ${days - 1}), now(), interval '1 day') AS day`);
  return rows;
}
