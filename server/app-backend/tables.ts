import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AppChangeType } from '#contract/app-backend.ts';
import { instant } from '#server/database/columns.ts';

/**
 * The changes that the app's backend must know about. Triggers write them in the transaction of the change, and
 * `number_app_changes` gives them their numbers once they are committed.
 */
export const appChanges = pgTable(
  'app_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    type: text('type').$type<AppChangeType>().notNull(),
    /** The id of a person, a post or a comment, or the address of content. */
    subject: text('subject').notNull(),
    at: instant('at')
      .notNull()
      .default(sql`now()`),
    /** The running hour of the change (see `server/run/clock.ts`). */
    hour: integer('hour')
      .notNull()
      .default(sql`running_hour()`),
    /** Its place in the feed, from 1 without gaps. Null until it is numbered. */
    number: bigint('number', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('app_changes_number').on(table.number),
    index('app_changes_waiting')
      .on(table.id)
      .where(sql`${table.number} IS NULL`),
    index('app_changes_hour').on(table.hour),
    // Erased people, posts and comments are not written again.
    index('app_changes_erased')
      .on(table.subject)
      .where(sql`${table.type} IN ('post.erased', 'comment.erased', 'person.erased')`),
  ],
);

/**
 * The state of the feed, and of the news about it that is sent to the app's backend: one row, added by its migration.
 * Its lock decides which process numbers changes.
 */
export const appFeed = pgTable('app_feed', {
  /** A restored backup gets another one: the numbers of its feed may mean other changes. */
  id: uuid('id')
    .primaryKey()
    .default(sql`gen_random_uuid()`),
  /** The highest number so far. */
  numbered: bigint('numbered', { mode: 'number' }).notNull().default(0),
  /** The highest number that was deleted. */
  swept: bigint('swept', { mode: 'number' }).notNull().default(0),
  /** The highest number that the backend asked to go on after, and when it last asked, to the minute. */
  readUpTo: bigint('read_up_to', { mode: 'number' }).notNull().default(0),
  readAt: instant('read_at'),
  /** The highest number that the backend was told of. */
  pushed: bigint('pushed', { mode: 'number' }).notNull().default(0),
  pushedAt: instant('pushed_at'),
  /** Failed deliveries since the last successful one. */
  pushFailures: integer('push_failures').notNull().default(0),
  /** The reason of the last failed delivery: `answered 500`. `''` after a successful one. */
  pushFailure: text('push_failure').notNull().default(''),
  pushFailedAt: instant('push_failed_at'),
  /** No process sends before this time, which is in the future while one is sending. */
  nextPushAt: instant('next_push_at')
    .notNull()
    .default(sql`now()`),
});
