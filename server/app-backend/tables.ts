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
    /** The id of a person or a post, or the address of content. */
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
  ],
);

/** The state of the feed: one row, added by its migration. Its lock decides which process numbers changes. */
export const appFeed = pgTable('app_feed', {
  /** A restored backup gets another one: the numbers of its feed may mean other changes. */
  id: uuid('id')
    .primaryKey()
    .default(sql`gen_random_uuid()`),
  /** The highest number so far. */
  numbered: bigint('numbered', { mode: 'number' }).notNull().default(0),
  /** The highest number that was deleted. */
  swept: bigint('swept', { mode: 'number' }).notNull().default(0),
});
