import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accessActions } from '#contract/history.ts';
import type { LoggedChange } from '#contract/live.ts';
import { operations } from '#server/log/tables.ts';

// Reads changes from the log for followers: new ones, and those that a follower missed while its stream was down.

/** The minutes of changes that a new follower gets: its page was loaded earlier. */
const firstMinutes = 1;

/**
 * The maximum number of log entries, of all sorts, that are read again for one desk: beyond that it reloads everything.
 */
const mostAgain = 1000;

const shape = /^\d{1,20}\/\d{1,20}:\d{1,20}:(\d{1,20}(,\d{1,20})*)?$/;

/**
 * Whether a text may be the id of an event. The id has the time since when Postgres has lost nothing, and a snapshot
 * (`pg_snapshot`), which says exactly which transactions were committed. Between two of them nothing is missed and
 * nothing comes twice, in whatever order transactions end.
 */
const isEventId = (text: string) => text.length <= 4000 && shape.test(text);

/**
 * The time, in microseconds, since when Postgres has lost nothing. A crash resets its statistics, and a replica that
 * replaces it has different ones. Transactions that were committed without waiting for the disk may be lost then, and
 * their numbers reused.
 */
const unbroken = sql`(SELECT coalesce((extract(epoch FROM stats_reset) * 1000000)::bigint, 0) FROM pg_stat_archiver)`;

const partsOf = (eventId: string) => {
  const [since = '', snapshot = ''] = eventId.split('/');
  return { since, snapshot, next: BigInt(snapshot.split(':')[1] ?? '') };
};

/**
 * Whether `now` does not continue `before`: Postgres has crashed in between, or is another server, whose numbers start
 * earlier.
 */
export function isBroken(before: string, now: string) {
  const [first, second] = [partsOf(before), partsOf(now)];
  return first.since !== second.since || second.next < first.next;
}

const snapshotOf = (eventId: string) => sql`${partsOf(eventId).snapshot}::pg_snapshot`;

const seenBy = (snapshot: SQL) => sql`pg_visible_in_snapshot(${operations.xid}, ${snapshot})`;

const isChange = sql`action <> ALL (${sql.param([...accessActions])}::text[])`;

/** The changes among the log entries that match a condition. */
const changesOf = (condition: SQL, entries: SQL = sql`${operations}`) => sql`
  SELECT coalesce(json_agg(json_build_object('operationId', id, 'area', area, 'kind', kind, 'entityId', entity_id)
    ORDER BY at, id), '[]')
  FROM ${entries} WHERE ${condition} AND ${isChange}`;

const from = (eventId: string) => sql`${operations.xid} >= pg_snapshot_xmin(${snapshotOf(eventId)})`;

/** Without a condition on the time, which may be that of a wrong clock. */
const after = (eventId: string) => sql`${from(eventId)} AND NOT ${seenBy(snapshotOf(eventId))}`;

type Read = { eventId: string; changes: LoggedChange[] };

/** The changes in the log since `since`, with the current event id. Without `since` only the id. */
export async function readNew(db: NodePgDatabase, since: string | undefined): Promise<Read> {
  const now = sql`pg_current_snapshot()`;
  // A log that was restored from another database may name transactions that have not happened yet here.
  const changes = since && changesOf(sql`${after(since)} AND ${seenBy(now)}`);
  const { rows } = await db.execute<Read>(
    sql`SELECT concat(${unbroken}, '/', ${now}) AS "eventId", (${changes || sql`SELECT '[]'::json`}) AS changes`,
  );
  if (!rows[0]) throw new Error('A statement without a row');
  return rows[0];
}

/**
 * The changes that a desk missed between the event `since` and the later event `until`; without `since` those of the
 * last minute. Undefined when there are too many, or when `until` does not continue `since`.
 */
export async function readMissed(db: NodePgDatabase, since: string | undefined, until: string) {
  if (since !== undefined && (!isEventId(since) || isBroken(since, until))) return undefined;
  const isRecent = sql`${operations.at} > now() - make_interval(mins => ${firstMinutes}) AND ${isChange}`;
  const isBefore = sql`${operations.xid} < pg_snapshot_xmax(${snapshotOf(until)})`;
  // A limit, whatever the id says.
  const entries = sql`(SELECT * FROM ${operations}
    WHERE ${since === undefined ? isRecent : from(since)} AND ${isBefore} LIMIT ${mostAgain + 1}) AS operations`;
  const isSeen = seenBy(snapshotOf(until));
  const isMissed = since === undefined ? isSeen : sql`${after(since)} AND ${isSeen}`;
  try {
    const { rows } = await db.execute<{ count: number; changes: LoggedChange[] }>(
      sql`SELECT (SELECT count(*) FROM ${entries}) AS count, (${changesOf(isMissed, entries)}) AS changes`,
    );
    const { count = 0, changes = [] } = rows[0] ?? {};
    return count > mostAgain ? undefined : changes;
  } catch (error) {
    if (isInvalidText(error)) return undefined;
    throw error;
  }
}

/** Whether Postgres could not parse a value, such as a snapshot with its numbers in the wrong order. */
const isInvalidText = (error: unknown) =>
  [error, (error as Error).cause].some((one) => (one as { code?: string } | undefined)?.code === '22P02');
