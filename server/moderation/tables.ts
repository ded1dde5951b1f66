import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CaseState, ReportReason } from '#contract/case-states.ts';
import type { CrisisOutcome } from '#contract/crisis.ts';
import type { Sanction, TemplatePurpose, Verdict } from '#contract/verdicts.ts';
import type { SubjectKind } from '#contract/case-subjects.ts';
import type { Mark } from '#contract/mark.ts';
import type { StatementLanguage } from '#contract/moderation.ts';
import { staff } from '#server/auth/tables.ts';
import { id, instant } from '#server/database/columns.ts';
import { entityColumns } from '#server/log/tables.ts';
import { users } from '#server/users/tables.ts';

/** A text in each language; `''` where there is none. */
export const inLanguages = () => ({
  english: text('english').notNull(),
  pidgin: text('pidgin').notNull(),
  yoruba: text('yoruba').notNull(),
  hausa: text('hausa').notNull(),
  igbo: text('igbo').notNull(),
});

export const rules = pgTable('rules', {
  ...entityColumns(),
  title: text('title').notNull(),
  ...inLanguages(),
  isActive: boolean('is_active').notNull(),
  displayOrder: integer('display_order').notNull(),
});

export const templates = pgTable('templates', {
  ...entityColumns(),
  title: text('title').notNull(),
  purpose: text('purpose').$type<TemplatePurpose>().notNull(),
  ...inLanguages(),
  isActive: boolean('is_active').notNull(),
  displayOrder: integer('display_order').notNull(),
});

const now = () => sql`now()`;

/** A row of a case, or a decision, of an erased account stays without its name. */
export const byStaff = (name: string) => uuid(name).references(() => staff.id, { onDelete: 'set null' });

/**
 * One subject that needs a decision. `subjectId` is the id of a post, a comment, a person or a record of the content;
 * `personId` its author, or the person, and null for content. The case is erased with the person. `rank` sorts the queue,
 * the first cases by 1 (`caseRank`). A subject has one case at most that waits for a decision.
 */
export const cases = pgTable(
  'cases',
  {
    id: id(),
    subjectKind: text('subject_kind').$type<SubjectKind>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    personId: uuid('person_id').references(() => users.id, { onDelete: 'cascade' }),
    state: text('state').$type<CaseState>().notNull().default('open'),
    reason: text('reason').$type<ReportReason>().notNull(),
    rank: smallint('rank').notNull(),
    /** The number of people who reported it. */
    reportCount: integer('report_count').notNull().default(0),
    openedAt: instant('opened_at').notNull().default(now()),
    waitingSince: instant('waiting_since').notNull().default(now()),
    claimedBy: byStaff('claimed_by'),
    claimedAt: instant('claimed_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('cases_subject')
      .on(table.subjectKind, table.subjectId)
      .where(sql`${table.state} IN ('open', 'escalated')`),
    index('cases_queue')
      .on(table.state, table.rank, table.waitingSince, table.id)
      .where(sql`${table.state} IN ('open', 'escalated', 'appealed')`),
    index('cases_person').on(table.personId),
    index('cases_any_subject').on(table.subjectId),
    check('cases_rank', sql`${table.rank} BETWEEN 1 AND 9`),
    check(
      'cases_of_content',
      sql`(${table.personId} IS NULL) = (${table.subjectKind} NOT IN ('post', 'comment', 'person'))`,
    ),
  ],
);

export const ofCase = () =>
  uuid('case_id')
    .notNull()
    .references(() => cases.id, { onDelete: 'cascade' });

/**
 * A report of a case by a person (`id` is the app's own), by a colleague (`staffId`), or by the marks of its text. A
 * person counts once in a case. The report of an erased person stays as a count, without a note.
 */
export const reports = pgTable(
  'reports',
  {
    id: id(),
    caseId: ofCase(),
    personId: uuid('person_id').references(() => users.id, { onDelete: 'set null' }),
    staffId: byStaff('staff_id'),
    /** The mark of the text that reported it; null when a person did. */
    mark: text('mark').$type<Mark>(),
    reason: text('reason').$type<ReportReason>().notNull(),
    note: text('note').notNull().default(''),
    at: instant('at').notNull().default(now()),
    /** Null until the reporter is told. */
    answeredAt: instant('answered_at'),
  },
  (table) => [
    uniqueIndex('reports_person').on(table.caseId, table.personId),
    index('reports_of_person').on(table.personId),
  ],
);

/** The text of a case at its first report, and again at each later report when it had changed. */
export const snapshots = pgTable(
  'snapshots',
  { id: id(), caseId: ofCase(), content: text('content').notNull(), at: instant('at').notNull().default(now()) },
  (table) => [index('snapshots_case').on(table.caseId, table.at)],
);

/**
 * A decision of a case. `hidden` has the posts and comments that it hid, which overturning it shows again. The sanction
 * holds from `at` to `until`, by the clock of the database; null is for good.
 */
export const decisions = pgTable(
  'decisions',
  {
    id: id(),
    caseId: ofCase(),
    /** Null for content. */
    personId: uuid('person_id').references(() => users.id, { onDelete: 'cascade' }),
    at: instant('at').notNull().default(now()),
    staffId: byStaff('staff_id'),
    verdict: text('verdict').$type<Verdict>().notNull(),
    /** The outcome of a case in the lane `crisis`; null for others. */
    crisisOutcome: text('crisis_outcome').$type<CrisisOutcome>(),
    /** The title of the rule at that time; `''` without one. */
    rule: text('rule').notNull(),
    hiddenPosts: uuid('hidden_posts').array().notNull().default([]),
    hiddenComments: uuid('hidden_comments').array().notNull().default([]),
    hide: boolean('hide').notNull(),
    hideOthers: boolean('hide_others').notNull(),
    erase: boolean('erase').notNull(),
    sanction: text('sanction').$type<Sanction>().notNull(),
    until: instant('until'),
    reason: text('reason').notNull(),
    statement: text('statement').notNull(),
    language: text('language').$type<StatementLanguage>().notNull(),
    /** The gravest reason of the reports at that time, and the seconds for which the case had waited. */
    caseReason: text('case_reason').$type<ReportReason>().notNull(),
    waited: integer('waited').notNull(),
    /** Null until the app is told, a minute after the decision. */
    toldAt: instant('told_at'),
    takenBackAt: instant('taken_back_at'),
    /** When the app showed the statement to its person; null before. */
    seenAt: instant('seen_at'),
    appealedAt: instant('appealed_at'),
    appeal: text('appeal').notNull().default(''),
    outcome: text('outcome').$type<'upheld' | 'overturned'>(),
    answer: text('answer').notNull().default(''),
    answeredAt: instant('answered_at'),
    answeredBy: byStaff('answered_by'),
    /** The running hour of the decision (`running_hour()`), from which the days to appeal count. */
    hour: integer('hour')
      .notNull()
      .default(sql`running_hour()`),
  },
  (table) => [
    index('decisions_at').on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('decisions_case').on(table.caseId),
    index('decisions_person').on(table.personId, table.at.desc().nullsFirst()),
    index('decisions_staff').on(table.staffId, table.at.desc().nullsFirst()),
    index('decisions_untold')
      .on(table.at)
      .where(sql`${table.toldAt} IS NULL AND ${table.takenBackAt} IS NULL`),
    index('decisions_crisis')
      .on(table.at.desc().nullsFirst())
      .where(sql`${table.crisisOutcome} IS NOT NULL AND ${table.takenBackAt} IS NULL`),
    index('decisions_sanction')
      .on(table.personId)
      .where(sql`${table.sanction} IN ('mute', 'suspend')`),
  ],
);
