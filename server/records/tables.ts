import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Gate, ReviewedKind, dueMonths } from '#contract/approval-lists.ts';
import type { EditedArea, PublishRule } from '#contract/editions.ts';
import type { Kind } from '#contract/kinds.ts';
import type { ReviewRequest } from '#contract/review-requests.ts';
import { staff } from '#server/auth/tables.ts';
import { digest, id, instant } from '#server/database/columns.ts';

/**
 * The words of records as they were published or scheduled, one row each. Rows are only added, and `released` grows; a picture that one of
 * them names is kept.
 */
export const editions = pgTable(
  'editions',
  {
    id: id(),
    kind: text('kind').$type<Kind>().notNull(),
    entityId: uuid('entity_id').notNull(),
    /** The version of the record that had these words. */
    version: integer('version').notNull(),
    /** The frozen fields, by the names of their columns. */
    words: jsonb('words').$type<Record<string, unknown>>().notNull(),
    /** The SHA-256 of the words as Postgres writes them. */
    hash: digest('hash').notNull(),
    /** From when on the app was to show them. */
    showFrom: instant('show_from').notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    /**
     * When the area was switched to `direct` while the app showed these words: from then on the app shows the row
     * itself, which has the same words.
     */
    released: instant('released')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Null when the account was deleted. */
    createdBy: uuid('created_by').references(() => staff.id, { onDelete: 'set null' }),
  },
  (table) => [index('editions_entity').on(table.entityId, table.createdAt)],
);

/**
 * The columns of a kind with editions. `shown` and `next` are editions; the app shows `next` from `nextFrom` on. With
 * none, the app shows the row itself.
 */
export const editionColumns = () => ({
  shown: uuid('shown').references(() => editions.id),
  next: uuid('next').references(() => editions.id),
  nextFrom: instant('next_from'),
  /** Whether the row's words differ from those of `next`, or of `shown` when nothing is next. */
  hasChanges: boolean('has_changes').notNull().default(false),
});

/** How saved words of an area come into the app, and whether they need an approval. */
export const publishRules = pgTable('publish_rules', {
  area: text('area').$type<EditedArea>().primaryKey(),
  rule: text('rule').$type<PublishRule>().notNull(),
  /** `required` only where the rule is `reviewed`. */
  gate: text('gate').$type<Gate>().notNull().default('warn'),
  dueMonths: integer('due_months').$type<(typeof dueMonths)[number]>().notNull().default(12),
});

/**
 * The approvals of medical words, their withdrawals and the exemptions from approval, one row each. Rows are only added (see the migration): the newest row
 * for the words of a record decides. Name and qualification are stored as text, so that they outlive the account.
 */
export const approvals = pgTable(
  'approvals',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** A deleted record that is restored has its approvals again. */
    recordId: uuid('record_id').notNull(),
    kind: text('kind').$type<ReviewedKind>().notNull(),
    /** The SHA-256 of the words, in hexadecimal. */
    words: text('words').notNull(),
    /** The number of the list of fields with these words (`fieldsNumber`). */
    fields: integer('fields').notNull(),
    act: text('act').$type<'approved' | 'withdrawn' | 'exempt'>().notNull(),
    /** Null when the account was deleted. */
    byId: uuid('by_id').references(() => staff.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    qualification: text('qualification').notNull(),
    /** Of an exemption, the reason. */
    note: text('note').notNull().default(''),
    /** Whether the clinician agreed that the app names them. */
    named: boolean('named').notNull().default(false),
    at: instant('at')
      .notNull()
      .default(sql`now()`),
    /** Null unless it is an approval. */
    dueAt: instant('due_at'),
  },
  (table) => [index('approvals_record').on(table.recordId, table.id)],
);

/** The turn in which a clinician asked for changes. */
export type ChangesAsked = { note: string; by: string | null; at: string; words: string; fields: number };

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
    /** The changes that a clinician asked for last, in this turn or before; null for none since the last approval. */
    changes: jsonb('changes').$type<ChangesAsked>(),
    /** The recall whose undo takes this turn back; null for every other turn. */
    operationId: uuid('operation_id'),
    /** The row before that recall, which its undo restores; null when there was none. */
    before: jsonb('before').$type<Record<string, unknown>>(),
  },
  (table) => [
    index('review_requests_asked_by').on(table.askedBy),
    index('review_requests_of').on(table.ofId),
    index('review_requests_operation').on(table.operationId),
  ],
);
