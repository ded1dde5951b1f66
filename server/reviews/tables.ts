import { sql } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ReviewedKind } from '#contract/review-lists.ts';
import { staff } from '#server/auth/tables.ts';
import { instant } from '#server/database/columns.ts';

/** The last review of each record: of the words with this digest, and of no others. */
export const reviews = pgTable('reviews', {
  /** The id of the record. A deleted record that is restored has its review again. */
  recordId: uuid('record_id').primaryKey(),
  kind: text('kind').$type<ReviewedKind>().notNull(),
  /** The SHA-256 of the words, in hexadecimal. */
  words: text('words').notNull(),
  reviewedBy: text('reviewed_by').notNull(),
  confirmedBy: uuid('confirmed_by').references(() => staff.id, { onDelete: 'set null' }),
  at: instant('at')
    .notNull()
    .default(sql`now()`),
});
