import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { uuidv7 } from 'uuidv7';
import type { Area } from '#contract/areas.ts';
import type { Actor } from '#contract/common.ts';
import type { Action } from '#contract/history.ts';
import type { LoggedKind } from '#contract/kinds.ts';
import { asyncCommit } from '#server/database/connect/pool.ts';
import { shortenLabel } from '#server/log/label.ts';

/** A log entry for an event that changed no content: about an account, a sign-in, or data that were read. */
export type LoggedEvent = {
  /** Null when no signed-in account acted. */
  actor: Actor | null;
  action: Action;
  area: Area;
  kind: LoggedKind;
  entityId: string | null;
  label?: string;
  /** Further details in words: `editor to moderator`. It names no app user. */
  details?: string;
  count?: number;
};

/** Minutes during which repeated views of the same user count as one. */
const lookMinutes = 15;

const logEventCall = ({ actor, action, area, kind, entityId, label = '', details = '', count = 1 }: LoggedEvent) =>
  sql`log_event(${uuidv7()}, ${actor?.id ?? null}, ${actor?.name ?? ''}, ${action}, ${area}, ${kind}, ${entityId},
    ${shortenLabel(label)}, ${shortenLabel(details)}, ${count})`;

/** Writes an event to the log, within the transaction if `db` is one. */
export async function recordEvent(db: NodePgDatabase, event: LoggedEvent): Promise<void> {
  await db.execute(sql`SELECT ${logEventCall(event)}`);
}

/**
 * Records that an account viewed one user, once per quarter of an hour. The entry may be lost if the machine crashes
 * within the next second.
 */
export async function recordLook(db: NodePgDatabase, actor: Actor, userId: string): Promise<void> {
  const look = { actor, action: 'view', area: 'users', kind: 'user', entityId: userId } as const;
  await db.execute(sql`
    SELECT ${logEventCall(look)} WHERE ${asyncCommit} AND NOT EXISTS (
      SELECT FROM operations WHERE actor_id = ${actor.id} AND action = ${look.action} AND entity_id = ${userId}
        AND at > now() - make_interval(mins => ${lookMinutes}) AND at <= now())`);
}
