import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { UserPage } from '#contract/users.ts';
import { describeError } from '#server/database/reason.ts';
import { asyncCommit } from '#server/database/connect/pool.ts';
import { recordEvent } from '#server/log/events.ts';
import type { Context } from '#server/http/context.ts';
import { userPagesRead } from '#server/users/tables.ts';

/** Minutes after which the pages that an account has read are logged, in one entry. */
const countedMinutes = 15;
/**
 * Milliseconds for which this process does not store a page for an account again, and the maximum number of pages that
 * it remembers for this.
 */
const [writtenFor, maxRemembered] = [60_000, 10_000];

/** Identifies a page by the people on it. The search term is not kept. */
const pageOf = ({ users }: UserPage) =>
  createHash('sha256')
    .update(users.map(({ id }) => id).join())
    .digest();

/**
 * Stores the pages of the user list that accounts read. A page that is read again, as an open desk does automatically,
 * counts once.
 */
export function pagesRead(db: NodePgDatabase) {
  const written = new Map<string, number>();

  /** A failure does not stop the read; the server logs it. */
  return async ({ staff, request }: Context, found: UserPage) => {
    if (found.users.length === 0) return;
    const page = pageOf(found);
    const key = `${staff.id} ${page.toString('base64')}`;
    const now = performance.now();
    if (now - (written.get(key) ?? -Infinity) < writtenFor) return;
    written.delete(key);
    written.set(key, now);
    // A Map iterates its keys in the order of insertion.
    for (const [oldest] of written) {
      if (written.size <= maxRemembered) break;
      written.delete(oldest);
    }
    try {
      await db.execute(sql`
        INSERT INTO ${userPagesRead} (staff_id, page) SELECT ${staff.id}, ${page}::bytea WHERE ${asyncCommit}
        ON CONFLICT DO NOTHING`);
    } catch (error) {
      written.delete(key);
      request.log.warn({ error: describeError(error) }, 'a page of users that was read was not noted');
    }
  };
}

/**
 * Logs the number of pages that each account has read, when the first of them is a quarter of an hour old. Cheap when
 * there are none.
 */
export async function logPagesRead(db: NodePgDatabase): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; name: string; pages: number }>(sql`
      WITH due AS (
        SELECT staff_id FROM ${userPagesRead} GROUP BY staff_id
        HAVING min(at) <= now() - make_interval(mins => ${countedMinutes})
      ),
      gone AS (
        DELETE FROM ${userPagesRead} AS read USING due WHERE read.staff_id = due.staff_id RETURNING read.staff_id
      )
      SELECT staff.id, staff.name, count(*) AS pages FROM gone JOIN staff ON staff.id = gone.staff_id GROUP BY staff.id`);
    for (const { id, name, pages } of rows) {
      const what = { action: 'view', area: 'users', kind: 'user', entityId: null } as const;
      await recordEvent(tx, { actor: { id, name }, ...what, count: pages });
    }
  });
}
