import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import type { Anchor } from '#contract/remark-places.ts';
import { staff } from '#server/auth/tables.ts';
import { id, instant } from '#server/database/columns.ts';

/** The columns of a remark and of a reply. */
const written = () => ({
  id: id(),
  body: text('body').notNull(),
  /** The accounts that the body mentions, some of which may have been deleted since. */
  mentions: uuid('mentions').array().notNull(),
  /** Null when the account was deleted. */
  writtenBy: uuid('written_by').references(() => staff.id, { onDelete: 'set null' }),
  at: instant('at')
    .notNull()
    .default(sql`now()`),
});

/** The remarks on fields of records. A deleted record that is restored has its remarks again. */
export const remarks = pgTable(
  'remarks',
  {
    ...written(),
    recordId: uuid('record_id').notNull(),
    kind: text('kind').$type<ReviewedKind>().notNull(),
    field: text('field').notNull(),
    /** Null for the field as a whole. */
    anchor: jsonb('anchor').$type<Anchor>(),
    /** Null when the account was deleted, and while it is open. */
    resolvedBy: uuid('resolved_by').references(() => staff.id, { onDelete: 'set null' }),
    resolvedAt: instant('resolved_at'),
  },
  (table) => [
    index('remarks_record').on(table.recordId),
    index('remarks_mentions').using('gin', table.mentions),
    index('remarks_written_by').on(table.writtenBy),
    index('remarks_resolved_by').on(table.resolvedBy),
  ],
);

export const remarkReplies = pgTable(
  'remark_replies',
  {
    ...written(),
    remarkId: uuid('remark_id')
      .notNull()
      .references(() => remarks.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('remark_replies_remark').on(table.remarkId),
    index('remark_replies_mentions').using('gin', table.mentions),
    index('remark_replies_written_by').on(table.writtenBy),
  ],
);
