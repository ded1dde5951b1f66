import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Actor } from '#contract/common.ts';
import { type Opened, presenceSeconds } from '#contract/live.ts';
import { staff } from '#server/auth/tables.ts';
import { asyncCommit } from '#server/database/pool.ts';
import { presence } from '#server/live/tables.ts';

/** Notes that somebody has a thing open, for a few seconds. Returns whether they did not have it before. */
export async function notePresence(db: NodePgDatabase, { kind, id }: Opened, staffId: string): Promise<boolean> {
  const { rows } = await db.execute<{ isNew: boolean }>(sql`
    WITH before AS (
      SELECT until FROM ${presence} WHERE kind = ${kind} AND entity_id = ${id} AND staff_id = ${staffId}
    )
    INSERT INTO ${presence} (kind, entity_id, staff_id, until)
    SELECT ${kind}, ${id}, ${staffId}, now() + make_interval(secs => ${presenceSeconds}) WHERE ${asyncCommit}
    ON CONFLICT (kind, entity_id, staff_id) DO UPDATE SET until = excluded.until
    RETURNING NOT EXISTS (SELECT FROM before WHERE until > now()) AS "isNew"`);
  return rows[0]?.isNew ?? false;
}

/** Removes what nobody has open any more. */
export const sweepPresence = (db: NodePgDatabase) =>
  db.execute(sql`DELETE FROM ${presence} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${presence} WHERE until < now() FOR UPDATE SKIP LOCKED))`);

/** Who else has a thing open, by name. */
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
