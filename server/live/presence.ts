import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Actor } from '#contract/common.ts';
import { type Opened, presenceSeconds } from '#contract/live.ts';
import { staff } from '#server/auth/tables.ts';
import { asyncCommit } from '#server/database/connect/pool.ts';
import { presence } from '#server/live/tables.ts';

/** The maximum number of records that one account can visibly have open at once. */
const maxOpened = 100;
/** More than the one row that is added, so that old rows never pile up. */
const maxSwept = 20;

/**
 * Records for a few seconds that an account has a record open, unless it has too many open. Returns whether it was not
 * open before. Also deletes a few expired rows.
 */
export async function notePresence(db: NodePgDatabase, { kind, id }: Opened, staffId: string): Promise<boolean> {
  const { rows } = await db.execute<{ isNew: boolean }>(sql`
    WITH before AS (
      SELECT until FROM ${presence} WHERE kind = ${kind} AND entity_id = ${id} AND staff_id = ${staffId}
    ), swept AS (
      DELETE FROM ${presence} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${presence}
        WHERE until < now() AND (kind, entity_id, staff_id) IS DISTINCT FROM (${kind}, ${id}::uuid, ${staffId}::uuid)
        LIMIT ${maxSwept} FOR UPDATE SKIP LOCKED))
    )
    INSERT INTO ${presence} (kind, entity_id, staff_id, until)
    SELECT ${kind}, ${id}, ${staffId}, now() + make_interval(secs => ${presenceSeconds})
    WHERE ${asyncCommit} AND (EXISTS (SELECT FROM before)
      OR (SELECT count(*) FROM ${presence} WHERE staff_id = ${staffId} AND until > now()) < ${maxOpened})
    ON CONFLICT (kind, entity_id, staff_id) DO UPDATE SET until = excluded.until
    RETURNING NOT EXISTS (SELECT FROM before WHERE until > now()) AS "isNew"`);
  return rows[0]?.isNew ?? false;
}

/** Records that an account has left a record. Returns whether the account had it open. */
export async function endPresence(db: NodePgDatabase, { kind, id }: Opened, staffId: string): Promise<boolean> {
  const ended = await db
    .delete(presence)
    .where(and(eq(presence.kind, kind), eq(presence.entityId, id), eq(presence.staffId, staffId), asyncCommit))
    .returning({ isOpen: sql<boolean>`${presence.until} > now()` });
  return ended.some(({ isOpen }) => isOpen);
}

/** The other accounts that have a record open, by name. */
export const listOthers = (db: NodePgDatabase, { kind, id }: Opened, staffId: string): Promise<Actor[]> =>
  db
    .select({ id: staff.id, name: staff.name })
    .from(presence)
    .innerJoin(staff, eq(staff.id, presence.staffId))
    .where(
      and(
        eq(presence.kind, kind),
        eq(presence.entityId, id),
        ne(presence.staffId, staffId),
        gt(presence.until, sql`now()`),
        eq(staff.enabled, true),
      ),
    )
    .orderBy(staff.name, staff.id);
