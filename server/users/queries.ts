import { and, count, desc, eq, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { comments, posts, users } from '#server/users/tables.ts';

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

type UserRow = {
  id: string;
  name: string;
  username: string;
  email: string;
  profileImage: string;
  isVerified: boolean;
  createdAt: string;
  posts: number;
  comments: number;
};

const withStats = ({ posts: written, comments: commented, ...user }: UserRow) => ({
  ...user,
  stats: { posts: written, comments: commented },
});

/** The term folded like the column it is sought in; `%`, `_` and `\` are plain characters. Nothing but marks finds nobody. */
const matches = (term: string) =>
  sql`fold(${term}) <> '' AND ${users.search} LIKE '%' || regexp_replace(fold(${term}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

export async function findUsers(db: NodePgDatabase, term: string, page: number, limit: number) {
  const where = term === '' ? undefined : matches(term);
  const [total] = await db.select({ n: count() }).from(users).where(where);
  const rows = await db
    .select(userColumns)
    .from(users)
    .where(where)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { users: rows.map(withStats), total: total?.n ?? 0 };
}

export async function findUser(db: NodePgDatabase, id: string) {
  const [row] = await db.select(userColumns).from(users).where(eq(users.id, id));
  return row && withStats(row);
}

/** False when that changed nothing. */
export async function setVerified(db: NodePgDatabase, id: string, isVerified: boolean) {
  const changed = await db
    .update(users)
    .set({ isVerified, updatedAt: sql`now()` })
    .where(and(eq(users.id, id), ne(users.isVerified, isVerified)))
    .returning({ id: users.id });
  return changed.length > 0;
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
