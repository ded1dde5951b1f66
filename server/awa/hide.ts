import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { hiddenDays } from '#contract/common.ts';
import { erasePosts } from '#server/awa/delete-posts.ts';
import type { Change } from '#server/history/change.ts';
import { retryDeadlock } from '#server/database/retry-deadlock.ts';
import { notFound } from '#server/http/failure.ts';
import type { ImageEraser } from '#server/images/erase.ts';

type Hideable = 'post' | 'comment';

/** The ids of some posts and comments. */
export type Texts = { posts: readonly string[]; comments: readonly string[] };

/** The maximum number of posts, and of comments, that one transaction erases. */
const mostErased = 500;

const tables = { post: sql`posts`, comment: sql`comments` };

const uuids = (ids: readonly string[]) => sql`${sql.param(ids)}::uuid[]`;

/**
 * Locks the rows that a change of these texts changes: posts, then users, then comments, each in the order of their ids
 * (decision 18).
 */
export async function lockTexts(tx: NodePgDatabase, { posts, comments }: Texts) {
  await tx.execute(sql`
    SELECT FROM posts
    WHERE id = ANY (ARRAY(SELECT post_id FROM comments WHERE id = ANY (${uuids(comments)})) || ${uuids(posts)})
    ORDER BY id FOR NO KEY UPDATE`);
  await tx.execute(sql`
    SELECT FROM users
    WHERE id = ANY (ARRAY(
      SELECT user_id FROM posts WHERE id = ANY (${uuids(posts)}) UNION SELECT user_id FROM comments WHERE id = ANY (${uuids(comments)})))
    ORDER BY id FOR NO KEY UPDATE`);
  await tx.execute(sql`SELECT FROM comments WHERE id = ANY (${uuids(comments)}) ORDER BY id FOR NO KEY UPDATE`);
}

const textsOf = (kind: Hideable, ids: readonly string[]): Texts =>
  kind === 'post' ? { posts: ids, comments: [] } : { posts: [], comments: ids };

/** Hides locked posts or comments, or shows them again. Returns the ids of those that were not so already. */
export async function hideLocked(tx: NodePgDatabase, kind: Hideable, ids: readonly string[], isHidden: boolean) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    UPDATE ${tables[kind]} SET ${isHidden ? sql`hidden_at = now(), hidden_hour = running_hour()` : sql`hidden_at = NULL, hidden_hour = NULL`}
    WHERE id = ANY (${uuids(ids)}) AND (hidden_at IS NOT NULL) <> ${isHidden} RETURNING id`);
  return rows.map(({ id }) => id);
}

/**
 * Hides posts or comments from the app, or shows them again. Those that are already so, and missing ones, are skipped;
 * the log keeps the ids of the others. Returns them.
 */
export async function setHidden(change: Change, kind: Hideable, ids: readonly string[], isHidden: boolean) {
  await lockTexts(change.tx, textsOf(kind, ids));
  const changed = await hideLocked(change.tx, kind, ids, isHidden);
  const [first] = changed;
  if (first === undefined) return [];
  const action = isHidden ? 'hide' : 'show';
  change.recordIds(kind, changed);
  change.about({ area: 'awa', kind, action, entityId: changed.length === 1 ? first : null, count: changed.length });
  return changed;
}

/** Whether a post or a comment is hidden, and its text if words of it are covered. Throws 404 when there is none. */
export async function readShown(db: NodePgDatabase, kind: Hideable, id: string) {
  const { rows } = await db.execute<{ id: string; isHidden: boolean; coveredText: string | null }>(sql`
    SELECT id, hidden_at IS NOT NULL AS "isHidden",
      CASE WHEN covered <> '[]' THEN covered_text(content, covered) END AS "coveredText"
    FROM ${tables[kind]} WHERE id = ${id}`);
  const [row] = rows;
  if (!row) throw notFound(kind);
  return row;
}

/**
 * The condition for a text whose days have passed, in hours that the desk ran: a jump of the clock erases nothing. Texts
 * that an appealed decision hid are kept until the appeal is decided.
 */
const isDue = (kind: Hideable) => sql`
  hidden_at IS NOT NULL AND hidden_hour < running_hour() - ${sql.raw(String(hiddenDays * 24))}
  AND id <> ALL (kept_for_appeal(${kind}))`;

async function eraseDuePosts(db: NodePgDatabase, images: ImageEraser) {
  const { due, forgotten } = await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      SELECT id FROM posts WHERE ${isDue('post')} ORDER BY id LIMIT ${mostErased} FOR UPDATE SKIP LOCKED`);
    const ids = rows.map(({ id }) => id);
    return { due: ids.length, forgotten: (await erasePosts(tx, images, ids)).forgotten };
  });
  await images.removeFiles(forgotten);
  return due;
}

const eraseDueComments = (db: NodePgDatabase) =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`SELECT id FROM comments WHERE ${isDue('comment')} ORDER BY id LIMIT ${mostErased}`,
    );
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await lockTexts(tx, textsOf('comment', ids));
    // A comment that was shown again in the meantime is not due.
    await tx.execute(sql`DELETE FROM comments WHERE id = ANY (${uuids(ids)}) AND ${isDue('comment')}`);
    return ids.length;
  });

/** Erases the posts and comments that were hidden more than `hiddenDays` ago. Any process may run it at any time. */
export async function eraseHidden(db: NodePgDatabase, images: ImageEraser) {
  while ((await retryDeadlock(() => eraseDuePosts(db, images))) === mostErased);
  while ((await retryDeadlock(() => eraseDueComments(db))) === mostErased);
}
