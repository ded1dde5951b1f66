import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accessActions } from '#contract/history.ts';
import type { Change } from '#contract/live.ts';
import { operations } from '#server/log/tables.ts';

/** Minutes of which somebody learns who begins to follow: their page was read before. */
const firstMinutes = 1;

/** The most entries of the log that are read again for one desk, of every sort: after more it reads everything. */
const mostAgain = 1000;

const shape = /^\d{1,20}\/\d{1,20}:\d{1,20}:(\d{1,20}(,\d{1,20})*)?$/;

/**
 * Whether a text may be the id of an event: since when Postgres has lost nothing, and a snapshot of it (`pg_snapshot`), which says
 * exactly which transactions were committed. Between two of them nothing is missed and nothing comes twice, in whatever order
 * transactions end.
 */
const isEventId = (text: string) => text.length <= 4000 && shape.test(text);

/**
 * The time, in microseconds, since when Postgres has lost nothing. At a crash it forgets its statistics, and a replica that takes its
 * place has others. Transactions that were committed without waiting for the disk may be gone then, and their numbers be given again.
 */
const unbroken = sql`(SELECT coalesce((extract(epoch FROM stats_reset) * 1000000)::bigint, 0) FROM pg_stat_archiver)`;

const partsOf = (eventId: string) => {
  const [since = '', snapshot = ''] = eventId.split('/');
  return { since, snapshot, next: BigInt(snapshot.split(':')[1] ?? '') };
};

/** Whether `now` does not go on from `before`: Postgres has crashed between them, or is another one, which counts from earlier. */
export function isBroken(before: string, now: string) {
  const [first, second] = [partsOf(before), partsOf(now)];
  return first.since !== second.since || second.next < first.next;
}

const snapshotOf = (eventId: string) => sql`${partsOf(eventId).snapshot}::pg_snapshot`;

const seenBy = (snapshot: SQL) => sql`pg_visible_in_snapshot(${operations.xid}, ${snapshot})`;

const isChange = sql`action <> ALL (${sql.param([...accessActions])}::text[])`;

/** The changes among the entries of the log for which a condition is true. */
const changesOf = (condition: SQL, entries: SQL = sql`${operations}`) => sql`
  SELECT coalesce(json_agg(json_build_object('operationId', id, 'area', area, 'kind', kind, 'entityId', entity_id)
    ORDER BY at, id), '[]')
  FROM ${entries} WHERE ${condition} AND ${isChange}`;

const from = (eventId: string) => sql`${operations.xid} >= pg_snapshot_xmin(${snapshotOf(eventId)})`;

/** Without a time beside it, which may be that of a wrong clock. */
const after = (eventId: string) => sql`${from(eventId)} AND NOT ${seenBy(snapshotOf(eventId))}`;

type Read = { eventId: string; changes: Change[] };

/** What is in the log now and was not at `since`, with the id of now. Without `since` only that. */
export async function readNew(db: NodePgDatabase, since: string | undefined): Promise<Read> {
  const now = sql`pg_current_snapshot()`;
  // What was restored from another database may name transactions that are still to come.
  const changes = since && changesOf(sql`${after(since)} AND ${seenBy(now)}`);
  const { rows } = await db.execute<Read>(
    sql`SELECT concat(${unbroken}, '/', ${now}) AS "eventId", (${changes || sql`SELECT '[]'::json`}) AS changes`,
  );
  if (!rows[0]) throw new Error('A statement without a row');
  return rows[0];
}

/**
 * What a desk missed that saw the event `since`, up to the later event `until`; without `since` the changes of the last minute.
 * Undefined where that is too much, or where `until` does not go on from `since`.
 */
export async function readMissed(db: NodePgDatabase, since: string | undefined, until: string) {
  if (since !== undefined && (!isEventId(since) || isBroken(since, until))) return undefined;
  const isRecent = sql`${operations.at} > now() - make_interval(mins => ${firstMinutes}) AND ${isChange}`;
  const isBefore = sql`${operations.xid} < pg_snapshot_xmax(${snapshotOf(until)})`;
  // Whatever the id says, no more is read than this.
  const entries = sql`(SELECT * FROM ${operations}
    WHERE ${since === undefined ? isRecent : from(since)} AND ${isBefore} LIMIT ${mostAgain + 1}) AS operations`;
  const isSeen = seenBy(snapshotOf(until));
  const isMissed = since === undefined ? isSeen : sql`${after(since)} AND ${isSeen}`;
  try {
    const { rows } = await db.execute<{ count: number; changes: Change[] }>(
      sql`SELECT (SELECT count(*) FROM ${entries}) AS count, (${changesOf(isMissed, entries)}) AS changes`,
    );
    const { count = 0, changes = [] } = rows[0] ?? {};
    return count > mostAgain ? undefined : changes;
  } catch (error) {
    if (isInvalidText(error)) return undefined;
    throw error;
  }
}

/** Whether Postgres could not read a value, such as a snapshot whose numbers stand in another order. */
const isInvalidText = (error: unknown) =>
  [error, (error as Error).cause].some((one) => (one as { code?: string } | undefined)?.code === '22P02');
