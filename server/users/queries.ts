import { type SQL, and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { maxRecent } from '#contract/users.ts';
import type { ImageEraser } from '#server/images/erase.ts';
import { comments, posts, users } from '#server/users/tables.ts';

/** The fields of a user in the list. */
export const selectedUserColumns = {
  id: users.id,
  name: users.name,
  username: users.username,
  email: users.email,
  profileImage: users.profileImage,
  isVerified: users.isVerified,
  createdAt: users.createdAt,
  lastActiveAt: users.lastActiveAt,
  stats: { posts: users.postCount, comments: users.commentCount },
};

export async function findUser(db: NodePgDatabase, id: string) {
  const [row] = await db.select(selectedUserColumns).from(users).where(eq(users.id, id));
  return row;
}

/** One user with the newest posts and comments. */
export async function findUserDetail(db: NodePgDatabase, id: string) {
  const user = await findUser(db, id);
  return (
    user && { ...user, recentPosts: await listRecentPosts(db, id), recentComments: await listRecentComments(db, id) }
  );
}

const listRecentPosts = (db: NodePgDatabase, userId: string) =>
  db
    .select({
      id: posts.id,
      content: posts.content,
      imageUrl: posts.imageUrl,
      createdAt: posts.createdAt,
      hiddenAt: posts.hiddenAt,
      _count: { likes: posts.likeCount, comments: posts.commentCount },
    })
    .from(posts)
    .where(eq(posts.userId, userId))
    .orderBy(desc(posts.createdAt))
    .limit(maxRecent);

const listRecentComments = (db: NodePgDatabase, userId: string) =>
  db
    .select({
      id: comments.id,
      content: comments.content,
      createdAt: comments.createdAt,
      hiddenAt: comments.hiddenAt,
      post: { id: posts.id, content: posts.content },
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(eq(comments.userId, userId))
    .orderBy(desc(comments.createdAt))
    .limit(maxRecent);

/**
 * Returns the number of changed users, or changes none when some are missing. It first locks all of them, always in the
 * same order.
 */
export async function setVerified(db: NodePgDatabase, ids: string[], isVerified: boolean) {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(users.id)
    .for('update');
  const there = new Set(found.map(({ id }) => id));
  const missing = ids.filter((id) => !there.has(id));
  if (missing.length > 0) return { changed: 0, missing };
  const changed = await db
    .update(users)
    .set({ isVerified, updatedAt: sql`now()` })
    .where(and(inArray(users.id, ids), ne(users.isVerified, isVerified)))
    .returning({ id: users.id });
  return { changed: changed.length, missing };
}

/** The addresses of the pictures of a person and of the person's posts. */
async function listImagesOf(db: NodePgDatabase, id: string) {
  const ofPosts = db.select({ url: posts.imageUrl }).from(posts).where(eq(posts.userId, id));
  const rows = await db.select({ url: users.profileImage }).from(users).where(eq(users.id, id)).unionAll(ofPosts);
  return rows.map(({ url }) => url);
}

/** The posts that the erasure of a person deletes or counts again. */
const postsAround = (id: string) => sql`
  SELECT id FROM posts WHERE user_id = ${id} UNION SELECT post_id FROM comments WHERE user_id = ${id}
  UNION SELECT post_id FROM likes WHERE user_id = ${id}`;

/** The comments that go with a person. */
const commentsAround = (id: string) => sql`
  SELECT id FROM comments WHERE user_id = ${id}
  UNION SELECT comments.id FROM posts JOIN comments ON post_id = posts.id WHERE posts.user_id = ${id}`;

/** The posts and comments with the mark of a name that have all words of a person's name. */
function textsNaming(id: string): Record<'posts' | 'comments', SQL> {
  const words = (folded: SQL) =>
    sql`NOT EXISTS (SELECT FROM regexp_split_to_table(sort_name, ' ') AS word WHERE strpos(${folded}, word) = 0)`;
  const isNamed = sql`users.id = ${id} AND sort_name LIKE '% %'`;
  return {
    posts: sql`SELECT posts.id FROM users JOIN posts ON marks <> '{}' AND marks @> '{name}'
      WHERE ${isNamed} AND ${words(sql`posts.search`)}`,
    comments: sql`SELECT comments.id FROM users JOIN comments ON marks @> '{name}'
      WHERE ${isNamed} AND ${words(sql`fold(comments.content)`)}`,
  };
}

/**
 * Locks the rows that the erasure of a person changes, posts before users before comments (decision 18): also posts that
 * the person commented on or liked, people who commented on the person's posts, and the texts of `named`.
 */
async function lockForErasure(tx: NodePgDatabase, id: string, named: ReturnType<typeof textsNaming>) {
  for (;;) {
    await tx.execute(sql`SAVEPOINT erasing`);
    const { rows } = await tx.execute<{ id: string }>(sql`
      SELECT id FROM posts WHERE id IN (${postsAround(id)} UNION (${named.posts})) ORDER BY id FOR UPDATE`);
    await tx.execute(sql`
      SELECT FROM users WHERE id = ${id}
        OR id IN (SELECT comments.user_id FROM posts JOIN comments ON post_id = posts.id WHERE posts.user_id = ${id})
      ORDER BY id FOR UPDATE`);
    // From now on the person can write nothing. What came after the posts were locked has a post that was not.
    const { rowCount } = await tx.execute(sql`
      SELECT FROM (${postsAround(id)}) AS around WHERE id <> ALL (${sql.param(rows.map((row) => row.id))}::uuid[]) LIMIT 1`);
    if (rowCount === 0) break;
    await tx.execute(sql`ROLLBACK TO SAVEPOINT erasing`);
  }
  await tx.execute(sql`
    SELECT FROM comments WHERE id IN (${commentsAround(id)} UNION (${named.comments})) ORDER BY id FOR NO KEY UPDATE`);
}

/** Erases the person with all posts, comments and likes. False when there is no such user. */
async function eraseUser(db: NodePgDatabase, id: string) {
  const named = textsNaming(id);
  await lockForErasure(db, id, named);
  // A mark shows that an account of that name exists, so the texts are checked again. Their other marks stay: one of
  // danger that was found again would open another case.
  const unnamed = sql`SET marks = array_remove(marks, 'name'), rules = 0,
    places = jsonb_path_query_array(places, '$[*] ? (@.mark != "name")')`;
  await db.execute(sql`UPDATE posts ${unnamed} WHERE id IN (${named.posts})`);
  await db.execute(sql`UPDATE comments ${unnamed} WHERE id IN (${named.comments})`);
  const [gone] = await db.delete(users).where(eq(users.id, id)).returning({ search: users.search });
  if (!gone) return false;
  // The planner's statistics hold some values of the column. Autovacuum would replace them only after a tenth of all
  // users has changed (decision 9).
  const { rows } = await db.execute(sql`
    SELECT FROM pg_stats WHERE schemaname = current_schema() AND tablename = 'users' AND attname = 'search'
      AND ${gone.search} = ANY (histogram_bounds::text::text[] || most_common_vals::text::text[])`);
  if (rows.length > 0) await db.execute(sql`ANALYZE users (search)`);
  return true;
}

/**
 * Erases a person with all posts, comments, likes and pictures. Returns the pictures whose files must be removed after
 * the transaction; undefined when there is no such person.
 */
export async function erasePerson(tx: NodePgDatabase, images: ImageEraser, id: string) {
  const shown = await listImagesOf(tx, id);
  return (await eraseUser(tx, id)) ? images.forget(tx, shown) : undefined;
}
