import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Harm } from '#contract/mark.ts';
import type { StatementLanguage } from '#contract/moderation.ts';
import type { CallResult, HelpLinePurpose } from '#contract/safety.ts';
import { staff } from '#server/auth/tables.ts';
import { id, instant } from '#server/database/columns.ts';
import { entityColumns } from '#server/log/tables.ts';
import { byStaff, cases, decisions, inLanguages, ofCase } from '#server/moderation/tables.ts';
import { users } from '#server/users/tables.ts';

const now = () => sql`now()`;

export const playbooks = pgTable('playbooks', {
  ...entityColumns(),
  title: text('title').notNull(),
  mark: text('mark').$type<Harm>().notNull(),
  steps: jsonb('steps').$type<string[]>().notNull(),
  questions: jsonb('questions').$type<string[]>().notNull(),
  neverSay: jsonb('never_say').$type<string[]>().notNull(),
  ...inLanguages(),
  isActive: boolean('is_active').notNull(),
  displayOrder: integer('display_order').notNull(),
});

export const helpLines = pgTable('help_lines', {
  ...entityColumns(),
  name: text('name').notNull(),
  purpose: text('purpose').$type<HelpLinePurpose>().notNull(),
  number: text('number').notNull(),
  hours: text('hours').notNull(),
  languages: text('languages').notNull(),
  states: text('states').notNull(),
  cost: text('cost').notNull(),
  source: text('source').notNull(),
  isActive: boolean('is_active').notNull(),
  displayOrder: integer('display_order').notNull(),
});

/** The calls of help lines by staff. `helpLineId` is a plain id, so that they stay while a line is in the bin. */
export const helpLineCalls = pgTable(
  'help_line_calls',
  {
    id: id(),
    helpLineId: uuid('help_line_id').notNull(),
    /** The number that was called: after a change of the number, the line is not offered until it is called again. */
    number: text('number').notNull(),
    staffId: byStaff('staff_id'),
    result: text('result').$type<CallResult>().notNull(),
    note: text('note').notNull().default(''),
    at: instant('at').notNull().default(now()),
  },
  (table) => [index('help_line_calls_line').on(table.helpLineId, table.at.desc().nullsFirst())],
);

/** Messages to the people of cases. The app is told a minute later, unless a message was taken back. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    caseId: ofCase(),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    staffId: byStaff('staff_id'),
    /** The title of the playbook at that time; `''` without one. */
    playbook: text('playbook').notNull(),
    text: text('text').notNull(),
    language: text('language').$type<StatementLanguage>().notNull(),
    at: instant('at').notNull().default(now()),
    toldAt: instant('told_at'),
    takenBackAt: instant('taken_back_at'),
    seenAt: instant('seen_at'),
  },
  (table) => [
    index('messages_case').on(table.caseId, table.at),
    index('messages_person').on(table.personId),
    index('messages_untold')
      .on(table.at)
      .where(sql`${table.toldAt} IS NULL AND ${table.takenBackAt} IS NULL`),
  ],
);

/** The colleagues who agree that outside help has to be called. */
export const agreements = pgTable(
  'agreements',
  {
    id: id(),
    caseId: ofCase(),
    staffId: byStaff('staff_id'),
    reason: text('reason').notNull(),
    at: instant('at').notNull().default(now()),
  },
  (table) => [uniqueIndex('agreements_staff').on(table.caseId, table.staffId)],
);

/** The times at which a person is to be looked at again, after a decision. */
export const looks = pgTable(
  'looks',
  {
    id: id(),
    caseId: ofCase(),
    decisionId: uuid('decision_id')
      .notNull()
      .references(() => decisions.id, { onDelete: 'cascade' }),
    dueAt: instant('due_at').notNull(),
    doneAt: instant('done_at'),
    doneBy: byStaff('done_by'),
    note: text('note').notNull().default(''),
  },
  (table) => [
    index('looks_due')
      .on(table.dueAt, table.id)
      .where(sql`${table.doneAt} IS NULL`),
    index('looks_case').on(table.caseId),
    index('looks_decision').on(table.decisionId),
  ],
);

/** The weekly rota. `starts` and `ends` are minutes of the day in the time zone of the desk. */
export const shifts = pgTable(
  'shifts',
  {
    id: id(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    days: smallint('days').array().notNull(),
    starts: smallint('starts').notNull(),
    ends: smallint('ends').notNull(),
  },
  (table) => [
    index('shifts_staff').on(table.staffId),
    check('shifts_minutes', sql`${table.starts} BETWEEN 0 AND 1439 AND ${table.ends} BETWEEN 0 AND 1439`),
  ],
);

/** The clinician on call: at most one row. */
export const clinicians = pgTable(
  'clinicians',
  {
    id: id(),
    isOnly: boolean('is_only').notNull().default(true).unique(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
  },
  (table) => [check('clinicians_only', sql`${table.isOnly}`)],
);

/**
 * The mails about a case that waits too long: one for each account and step, in minutes. A process claims a mail before
 * it sends it.
 */
export const alerts = pgTable(
  'alerts',
  {
    id: id(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    step: smallint('step').notNull(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    at: instant('at').notNull().default(now()),
    claimedAt: instant('claimed_at'),
    sentAt: instant('sent_at'),
    tries: smallint('tries').notNull().default(0),
  },
  (table) => [
    uniqueIndex('alerts_step').on(table.caseId, table.step, table.staffId),
    index('alerts_unsent')
      .on(table.at)
      .where(sql`${table.sentAt} IS NULL`),
    index('alerts_staff').on(table.staffId),
  ],
);
