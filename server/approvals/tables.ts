import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import type { ReviewRequest } from '#contract/review-requests.ts';
import { staff } from '#server/auth/tables.ts';
import { instant } from '#server/database/columns.ts';

/**
 * The last request for the review of each record; a row is deleted when it is withdrawn, and a deleted record that is
 * restored has its request again. Earlier ones are in the log.
 */
export const reviewRequests = pgTable(
  'review_requests',
  {
    recordId: uuid('record_id').primaryKey(),
    kind: text('kind').$type<ReviewedKind>().notNull(),
    state: text('state')
      .$type<ReviewRequest['state'] | 'approved'>()
      .notNull()
      .default(sql`'open'`),
    /** The SHA-256 of the words at the last turn, as in `approvals`. */
    words: text('words').notNull(),
    /** The number of the list of fields with these words (`fieldsNumber`). */
    fields: integer('fields').notNull(),
    /** Null when the account was deleted, and where a clinician asked for changes without a request. */
    askedBy: uuid('asked_by').references(() => staff.id, { onDelete: 'set null' }),
    /** Null for any clinician, and when the account was deleted. */
    ofId: uuid('of_id').references(() => staff.id, { onDelete: 'set null' }),
    dueOn: date('due_on', { mode: 'string' }),
    /** The clinician who approved or asked for changes. */
    answeredBy: uuid('answered_by').references(() => staff.id, { onDelete: 'set null' }),
    /** The words of the last turn. */
    note: text('note').notNull(),
    /** When the last turn was. */
    at: instant('at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('review_requests_asked_by').on(table.askedBy), index('review_requests_of').on(table.ofId)],
);
