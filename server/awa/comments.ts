import { and, asc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Comment } from '#contract/awa.ts';
import { markRules } from '#contract/mark-places.ts';
import { deletedBefore } from '#server/awa/delete-posts.ts';
import { type Naming, authorOf, readPost, shownMarks } from '#server/awa/posts.ts';
import type { Change } from '#server/history/change.ts';
import { type Cursor, pageOf } from '#server/http/cursor.ts';
import { notFound } from '#server/http/failure.ts';
import { comments, users } from '#server/users/tables.ts';

/** The log keeps only the id of a comment. */
const aComment = { area: 'awa', kind: 'comment', action: 'delete' } as const;

type Page = { cursor: Cursor | undefined; limit: number; naming: Naming | undefined };

/**
 * A post, and a page of at most `limit` of its comments after a cursor, oldest first. With `naming` the authors have
 * other names, and no pictures. Hidden comments are among them. `unmarked` are those of them that today's rules have not
 * checked. Throws 404 when there is no such post.
 */
export async function listComments(db: NodePgDatabase, postId: string, { cursor, limit, naming }: Page) {
  const post = await readPost(db, postId, naming);
  if (!post) throw notFound('post');
  const rows = await db
    .select({
      id: comments.id,
      content: comments.content,
      at: comments.createdAt,
      hiddenAt: comments.hiddenAt,
      places: comments.places,
      rules: comments.rules,
      authorId: users.id,
      username: users.username,
      picture: users.profileImage,
    })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(
      and(
        eq(comments.postId, postId),
        cursor && sql`(${comments.createdAt}, ${comments.id}) > (${cursor.at}::timestamptz, ${cursor.id}::uuid)`,
      ),
    )
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit);
  return {
    post,
    comments: page.map(({ id, content, at, hiddenAt, places, ...author }): Comment => ({
      id,
      content,
      createdAt: at,
      hiddenAt,
      user: authorOf(author, naming),
      marks: shownMarks(places),
    })),
    unmarked: page.filter(({ rules }) => rules < markRules).map(({ id }) => id),
    pagination: { nextCursor, total: await db.$count(comments, eq(comments.postId, postId)) },
  };
}

/** Deletes a comment, after it has locked its post and its author (decision 18). Returns whether it was there. */
export async function eraseComment(db: NodePgDatabase, id: string) {
  const { rowCount } = await db.execute(sql`
    WITH comment AS MATERIALIZED (SELECT post_id, user_id FROM comments WHERE id = ${id}::uuid),
    post AS MATERIALIZED (SELECT id FROM posts WHERE id = (SELECT post_id FROM comment) FOR NO KEY UPDATE),
    author AS MATERIALIZED (
      SELECT id FROM users WHERE id = (SELECT user_id FROM comment) AND (SELECT count(*) FROM post) >= 0 FOR NO KEY UPDATE
    )
    DELETE FROM comments WHERE id = ${id}::uuid AND (SELECT count(*) FROM author) >= 0`);
  return rowCount === 1;
}

/** Deletes a comment as staff. One that was already deleted is not a failure; throws 404 for an unknown one. */
export async function deleteComment(change: Change, id: string) {
  if (await eraseComment(change.tx, id)) {
    change.recordIds(aComment.kind, [id]);
    change.about({ ...aComment, entityId: id, count: 1 });
  } else if (!(await deletedBefore(change.tx, aComment.kind, id))) throw notFound('comment');
}
