import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { z } from 'zod';
import { type AppChangeType, type Feed, type FeedInput, feedDays } from '#contract/app-backend.ts';
import { isoOf } from '#server/database/columns.ts';
import { asyncCommit } from '#server/database/connect/pool.ts';
import { keptStatement } from '#server/database/driver/statements.ts';
import { Failure } from '#server/http/failure.ts';

// The feed of changes for the app's backend. Triggers write a change in its transaction, without a number, because
// transactions are not committed in the order in which they began. Changes are numbered once they are committed, by one
// process at a time: a reader who has all changes up to a number can never miss one below it, and gets none twice.

/** The maximum number of changes that one statement numbers, and one sweep deletes. */
const most = 10_000;

export const numberWaiting = sql`SELECT number_app_changes(${sql.raw(String(most))})`;

/** The part of a feed's id that its cursors have. */
export const shortId = sql`left(id::text, 8)`;

/** The cursor after the change with this number. */
export const cursorAt = (feedId: string, number: number) => `${number}-${feedId}`;

const readAgain = () =>
  new Failure(
    410,
    'read_again',
    `This cursor is older than ${feedDays} days, or of another database. Read everything again, then go on with a new cursor.`,
  );

type Row = {
  id: string;
  numbered: number;
  swept: number;
  /** Whether changes wait for their numbers. */
  isWaiting: boolean;
  /** Whether it is time to record how far the backend has read. */
  isNoteDue: boolean;
  changes: { n: number; t: AppChangeType; s: string; at: string }[];
};

const isNoteDue = (number: SQL) =>
  sql`(read_up_to < ${number} OR read_at IS NULL OR read_at < now() - interval '1 minute')`;

/** The state of the feed with one change more than asked for, as one statement, and so of one moment. */
const readState = keptStatement<Row>(
  'app_feed',
  {
    id: sql`id`,
    numbered: sql`numbered`,
    swept: sql`swept`,
    isWaiting: sql`"isWaiting"`,
    isNoteDue: sql`"isNoteDue"`,
    changes: sql`changes`,
  },
  () => {
    const number = sql`${sql.placeholder('number')}::bigint`;
    const changes = sql`
      SELECT number AS n, type AS t, subject AS s, at::text AS at FROM app_changes
      WHERE number > ${number} ORDER BY number LIMIT ${sql.placeholder('limit')}::integer + 1`;
    return sql`
      SELECT ${shortId} AS id, numbered::float8, swept::float8,
        EXISTS (SELECT FROM app_changes WHERE number IS NULL) AS "isWaiting", ${isNoteDue(number)} AS "isNoteDue",
        (SELECT coalesce(json_agg(changes ORDER BY n), '[]') FROM (${changes}) AS changes) AS changes
      FROM app_feed`;
  },
);

/** Records how far the backend has read. Does not wait for the disk. */
const noteRead = (db: NodePgDatabase, number: number) =>
  db.execute(sql`
    UPDATE app_feed SET read_up_to = greatest(read_up_to, ${number}), read_at = now()
    WHERE ${isNoteDue(sql`${number}`)} AND ${asyncCommit}`);

/**
 * The changes after a cursor, at most `limit`; without a cursor none, and the cursor of the present. Throws 410 for a
 * cursor before the oldest kept change, or of another database: one that was restored, for example.
 */
export async function readFeed(db: NodePgDatabase, { after, limit }: z.output<typeof FeedInput>): Promise<Feed> {
  const [number, feedId] = after === undefined ? [undefined, undefined] : after.split('-');
  const read = async () => {
    const [state] = await readState(db, { number: number ?? null, limit });
    if (!state) throw new Error('The feed has no state');
    return state;
  };
  let feed = await read();
  if (feed.isWaiting) {
    await db.execute(numberWaiting);
    feed = await read();
  }
  const cursor = (at: number) => cursorAt(feed.id, at);
  if (number === undefined) return { changes: [], after: cursor(feed.numbered), more: false };
  if (feedId !== feed.id || Number(number) < feed.swept || Number(number) > feed.numbered) throw readAgain();
  if (feed.isNoteDue) await noteRead(db, Number(number));
  const page = feed.changes.slice(0, limit);
  return {
    changes: page.map(({ n, t, s, at }) => ({ id: cursor(n), type: t, at: isoOf(at), subject: s })),
    after: cursor(page.at(-1)?.n ?? Number(number)),
    more: feed.changes.length > limit,
  };
}

/** Numbers what nobody has read yet, and deletes changes that are older than the feed goes back. Any process may run it. */
export async function sweepFeed(db: NodePgDatabase) {
  await db.execute(numberWaiting);
  await db.execute(sql`
    WITH gone AS (
      DELETE FROM app_changes WHERE id = ANY (ARRAY(
        SELECT id FROM app_changes WHERE hour < running_hour() - ${feedDays * 24} AND number IS NOT NULL
        ORDER BY number LIMIT ${most} FOR UPDATE SKIP LOCKED))
      RETURNING number
    )
    UPDATE app_feed SET swept = greatest(swept, (SELECT max(number) FROM gone)) WHERE EXISTS (SELECT FROM gone)`);
}
