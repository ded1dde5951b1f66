import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { announcements } from '#server/announcements/tables.ts';
import { isoOf } from '#server/database/columns.ts';
import type { KindOf } from '#server/records/kind.ts';
import { listEntities } from '#server/records/reads.ts';
import { cached } from '#server/http/responses/cached.ts';

const { enabled, startsAt, endsAt } = announcements;
const now = sql`now()`;

/** Enabled, started and not ended, by the clock of the database. */
const showing = and(eq(enabled, true), or(isNull(startsAt), lte(startsAt, now)), or(isNull(endsAt), gt(endsAt, now)));

/** Enabled, and to be shown later. */
export const isScheduled = and(eq(enabled, true), gt(startsAt, now));

/** The next time when an enabled announcement starts or ends; null when there is none. */
async function nextMoment(db: NodePgDatabase) {
  const next = sql<
    string | null
  >`least(min(${startsAt}) FILTER (WHERE ${startsAt} > now()), min(${endsAt}) FILTER (WHERE ${endsAt} > now()))`;
  const [found] = await db.select({ next }).from(announcements).where(eq(enabled, true));
  return found?.next ? isoOf(found.next) : null;
}

/** The announcements that the app shows now: each read decides by the time, without a job. */
export const published = (db: NodePgDatabase, announcement: KindOf<typeof announcements, 'announcement'>) =>
  cached({
    areas: ['announcements'],
    read: async (_, replica = db) => ({ announcements: await listEntities(replica, announcement, showing) }),
    validUntil: (_, replica = db) => nextMoment(replica),
  });
