import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '#contract/common.ts';
import type { Action } from '#contract/history.ts';
import type { Area, LoggedKind } from '#contract/kinds.ts';
import { asyncCommit } from '#server/database/pool.ts';
import { shortenLabel } from '#server/log/label.ts';

/** What the log says of something that changed no content: an account, a sign-in, or what somebody read. */
export type Event = {
  /** Null for what nobody did who was signed in. */
  actor: Actor | null;
  action: Action;
  area: Area;
  kind: LoggedKind;
  entityId: string | null;
  label?: string;
  /** What else there is to know, in words: `editor to moderator`. It names nobody who uses the app. */
  details?: string;
  count?: number;
};

/** Minutes for which looking at the same user again is the same look. */
const lookMinutes = 15;

const written = ({ actor, action, area, kind, entityId, label = '', details = '', count = 1 }: Event) =>
  sql`log_event(${uuidv7()}, ${actor?.id ?? null}, ${actor?.name ?? ''}, ${action}, ${area}, ${kind}, ${entityId},
    ${shortenLabel(label)}, ${shortenLabel(details)}, ${count})`;

/** Writes an event to the log, in the transaction of `db` where it is one. */
export async function recordEvent(db: NodePgDatabase, event: Event): Promise<void> {
  await db.execute(sql`SELECT ${written(event)}`);
}

/**
 * Records that somebody looked at one user, once for all looks within a quarter of an hour. It may be lost if the machine
 * crashes within the next second.
 */
export async function recordLook(db: NodePgDatabase, actor: Actor, userId: string): Promise<void> {
  const look = { actor, action: 'view', area: 'users', kind: 'user', entityId: userId } as const;
  await db.execute(sql`
    SELECT ${written(look)} WHERE ${asyncCommit} AND NOT EXISTS (
      SELECT FROM operations WHERE actor_id = ${actor.id} AND action = ${look.action} AND entity_id = ${userId}
        AND at > now() - make_interval(mins => ${lookMinutes}) AND at <= now())`);
}
