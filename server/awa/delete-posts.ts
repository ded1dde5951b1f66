import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Change } from '#server/history/change.ts';
import { operations, revisions } from '#server/log/tables.ts';
import { notFound } from '#server/http/failure.ts';
import type { ImageEraser } from '#server/images/erase.ts';
import type { ImageKey } from '#server/images/storage.ts';

/** The log keeps only the id of a post. */
const aPost = { area: 'awa', kind: 'post', action: 'delete' } as const;

/** Whether staff deleted a post or a comment with this id, as far back as the log goes. */
export async function deletedBefore(tx: NodePgDatabase, kind: 'post' | 'comment', id: string) {
  const { rowCount } = await tx.execute(
    sql`SELECT FROM ${revisions} JOIN ${operations} ON ${operations.id} = operation_id
      WHERE ${revisions.kind} = ${kind} AND moved @> ARRAY[${id}::uuid] AND action = 'delete' LIMIT 1`,
  );
  return rowCount === 1;
}

/**
 * Deletes posts with their comments, likes and images. Missing posts are skipped. Returns the ids of the deleted posts,
 * and the pictures whose files must be removed after the transaction.
 */
export async function erasePosts(tx: NodePgDatabase, images: ImageEraser, ids: readonly string[]) {
  const chosen = sql`${sql.param(ids)}::uuid[]`;
  // Changes of several rows lock posts before users, both in the order of their ids (decision 18).
  const { rows } = await tx.execute<{ id: string; image: string }>(
    sql`SELECT id, image_url AS image FROM posts WHERE id = ANY (${chosen}) ORDER BY id FOR UPDATE`,
  );
  if (rows.length === 0) return { gone: [], forgotten: [] as ImageKey[] };
  await tx.execute(sql`
    SELECT FROM users WHERE id IN (
      SELECT user_id FROM posts WHERE id = ANY (${chosen}) UNION SELECT user_id FROM comments WHERE post_id = ANY (${chosen})
    ) ORDER BY id FOR NO KEY UPDATE`);
  await tx.execute(sql`DELETE FROM posts WHERE id = ANY (${chosen})`);
  const forgotten = await images.forget(
    tx,
    rows.map(({ image }) => image),
  );
  return { gone: rows.map(({ id }) => id), forgotten };
}

/**
 * Deletes posts as staff, so that two moderators who delete the same posts both succeed. Returns the number of deleted
 * posts, and the pictures whose files must be removed after the transaction.
 */
export async function deletePosts(change: Change, images: ImageEraser, ids: readonly string[]) {
  const { gone, forgotten } = await erasePosts(change.tx, images, ids);
  if (gone.length === 0) return { count: 0, forgotten };
  change.recordIds(aPost.kind, gone);
  change.about({ ...aPost, entityId: gone.length === 1 ? (gone[0] ?? null) : null, count: gone.length });
  return { count: gone.length, forgotten };
}

/** Deletes one post. One that was already deleted is not a failure; throws 404 for an unknown one. */
export async function deletePost(change: Change, images: ImageEraser, id: string) {
  const done = await deletePosts(change, images, [id]);
  if (done.count === 0 && !(await deletedBefore(change.tx, aPost.kind, id))) throw notFound('post');
  return done;
}
