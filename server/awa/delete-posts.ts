import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Change } from '#server/history/change.ts';
import { revisions } from '#server/log/tables.ts';
import { notFound } from '#server/http/failure.ts';
import type { ImageEraser } from '#server/images/erase.ts';
import type { Key } from '#server/images/storage.ts';

/** The log keeps nothing of a post but the id. */
const aPost = { area: 'awa', kind: 'post', action: 'delete' } as const;

/** Whether a post with this id was deleted by staff, as far back as the log goes. */
async function wasDeleted(tx: NodePgDatabase, id: string) {
  const { rowCount } = await tx.execute(
    sql`SELECT FROM ${revisions} WHERE kind = ${aPost.kind} AND moved @> ARRAY[${id}::uuid] LIMIT 1`,
  );
  return rowCount === 1;
}

/**
 * Deletes posts with their comments, likes and images. Those that are gone are passed over, so that two moderators who delete
 * the same ones both see them gone. Returns how many there were, and the pictures whose files are to be removed once the
 * transaction is over.
 */
export async function deletePosts(change: Change, images: ImageEraser, ids: readonly string[]) {
  const { tx } = change;
  const chosen = sql`${sql.param(ids)}::uuid[]`;
  // Whoever changes several locks posts before users, both in the order of their ids (decision 18).
  const { rows } = await tx.execute<{ id: string; image: string }>(
    sql`SELECT id, image_url AS image FROM posts WHERE id = ANY (${chosen}) ORDER BY id FOR UPDATE`,
  );
  if (rows.length === 0) return { count: 0, forgotten: [] as Key[] };
  await tx.execute(sql`
    SELECT FROM users WHERE id IN (
      SELECT user_id FROM posts WHERE id = ANY (${chosen}) UNION SELECT user_id FROM comments WHERE post_id = ANY (${chosen})
    ) ORDER BY id FOR NO KEY UPDATE`);
  await tx.execute(sql`DELETE FROM posts WHERE id = ANY (${chosen})`);
  const forgotten = await images.forget(
    tx,
    rows.map(({ image }) => image),
  );
  const gone = rows.map(({ id }) => id);
  change.recordIds(aPost.kind, gone);
  change.about({ ...aPost, entityId: gone.length === 1 ? (gone[0] ?? null) : null, count: gone.length });
  return { count: gone.length, forgotten };
}

/** Deletes one post. One that was deleted already is no failure; throws 404 for one that nobody knows. */
export async function deletePost(change: Change, images: ImageEraser, id: string) {
  const done = await deletePosts(change, images, [id]);
  if (done.count === 0 && !(await wasDeleted(change.tx, id))) throw notFound('post');
  return done;
}
