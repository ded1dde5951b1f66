import { sql } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SourceState } from '#contract/sources.ts';
import { staff } from '#server/auth/tables.ts';
import { digest, id, instant } from '#server/database/columns.ts';

/** The sources that must no longer be relied on. A source without a row is in order. */
export const sourceMarks = pgTable('source_marks', {
  id: id(),
  /** The key of its citations: `contract/source-key.ts`. */
  key: text('key').notNull(),
  /** The SHA-256 of the key, which may be too long for an index. */
  hash: digest('hash').notNull().unique('source_marks_hash'),
  state: text('state').$type<SourceState>().notNull(),
  /** The reason, or the source that takes its place. */
  note: text('note').notNull(),
  /** Null when the account was deleted. */
  markedBy: uuid('marked_by').references(() => staff.id, { onDelete: 'set null' }),
  markedAt: instant('marked_at')
    .notNull()
    .default(sql`now()`),
});
