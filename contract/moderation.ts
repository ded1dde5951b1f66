import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { alertMinutes, crisisOutcomes } from '#contract/crisis.ts';
import { caseLanes, caseStates } from '#contract/case-states.ts';
import { muteDays, sanctions, takeBackSeconds, templatePurposes, verdicts } from '#contract/verdicts.ts';
import { Note, Reason, Subject } from '#contract/case-subjects.ts';
import {
  Actor,
  CursorInput,
  CursorPagination,
  HiddenAt,
  Id,
  Instant,
  Version,
  optionalInstant,
  text,
  idsOfQuery,
} from '#contract/common.ts';
import { entity } from '#contract/entity.ts';
import { bulkRoute, entityRoutes, orderRoute, publishedRoute } from '#contract/entity-routes.ts';
import { failures, kindFailures } from '#contract/errors.ts';
import { activeField, choiceField, positionField, textField } from '#contract/fields.ts';
import { CoveredPlace, MarkedPlace } from '#contract/mark.ts';
import { writers } from '#contract/roles.ts';
import { route } from '#contract/route.ts';
import { openCase } from '#contract/subject-cases.ts';

/** The languages of the rules and of the statements that people read. */
export const statementLanguages = {
  english: 'English',
  pidgin: 'Nigerian Pidgin',
  yoruba: 'Yorùbá',
  hausa: 'Hausa',
  igbo: 'Igbo',
} as const;
export type StatementLanguage = keyof typeof statementLanguages;

export const maxStatement = 2000;

/** The maximum number of cases that the next one is none of. */
export const maxLeftOut = 100;

/** A text in each language. Only the English one is required: it stands in for a missing one. */
export const inLanguages = (max: number) => ({
  english: textField('In English', { min: 1, max }),
  pidgin: textField('In Nigerian Pidgin', { max }),
  yoruba: textField('In Yorùbá', { max }),
  hausa: textField('In Hausa', { max }),
  igbo: textField('In Igbo', { max }),
});

/** A rule of the community. Its place in the order is its number. */
export const ruleFields = entity('rule', {
  title: textField('Title', { min: 1, max: 100 }),
  ...inLanguages(1000),
  isActive: activeField(),
  displayOrder: positionField('Number'),
});
export type Rule = z.infer<typeof ruleFields.Entity>;

/** A text that a statement starts from. */
export const templateFields = entity('template', {
  title: textField('Title', { min: 1, max: 100 }),
  purpose: choiceField('For', templatePurposes),
  ...inLanguages(maxStatement),
  isActive: activeField(),
  displayOrder: positionField('Position in the list'),
});
export type Template = z.infer<typeof templateFields.Entity>;

/** The blanks of a statement, or of an answer, that staff must fill in: `[what she wrote]`. */
export const blanksIn = (statement: string) => statement.match(/\[[^[\]]*\]/gu) ?? [];

/** The error of a text with blanks; undefined when all are filled in. */
export function blankErrorOf(statement: string) {
  const [blank] = blanksIn(statement);
  return blank === undefined ? undefined : `Fill in ${blank}`;
}

const keysOf = <Key extends string>(table: Record<Key, unknown>) => z.enum(Object.keys(table) as [Key, ...Key[]]);

const State = keysOf(caseStates);
export const Language = keysOf(statementLanguages);

/** A case in the queue. People have made-up names, which stay the same within a case only. */
const CaseSummary = z.object({
  id: Id,
  version: Version,
  subject: Subject,
  state: State,
  lane: keysOf(caseLanes),
  /** The gravest reason of its reports. */
  reason: Reason,
  severity: z.int(),
  /** The number of people who reported it. */
  reports: z.int(),
  /** The first 200 characters of the text at the last report; `''` for a person. The first line of content is its title. */
  excerpt: z.string(),
  /** The made-up name of the author, or of the person; `''` for content. */
  person: z.string(),
  waitingSince: Instant,
  /** The colleague who is reading it; null without a claim that holds. */
  claimedBy: Actor.nullable(),
});
export type CaseSummary = z.infer<typeof CaseSummary>;

export const Actions = z.object({
  hide: z.boolean(),
  hideOthers: z.boolean(),
  erase: z.boolean(),
  sanction: keysOf(sanctions),
  /** The end of a mute or a suspension; null for good, and for other sanctions. */
  until: Instant.nullable(),
});

const Appeal = z.object({
  at: Instant,
  text: z.string(),
  /** Null while it is not decided. */
  outcome: z.enum(['upheld', 'overturned']).nullable(),
  answer: z.string(),
  decidedBy: Actor.nullable(),
  decidedAt: Instant.nullable(),
  /** Until when the answer can be taken back; null when it cannot any more. */
  takeBackUntil: Instant.nullable(),
});

const Decision = z.object({
  id: Id,
  caseId: Id,
  subject: Subject,
  at: Instant,
  by: Actor.nullable(),
  verdict: keysOf(verdicts),
  /** The outcome of a case of a person who may be in danger; null for other cases. */
  crisisOutcome: keysOf(crisisOutcomes).nullable(),
  /** The title of the rule at the time of the decision; `''` without one. */
  rule: z.string(),
  actions: Actions,
  reason: z.string(),
  statement: z.string(),
  language: Language,
  /** When the app showed the statement to the person; null before. */
  seenAt: Instant.nullable(),
  takenBackAt: Instant.nullable(),
  /** Until when it can be taken back; null when it cannot any more. */
  takeBackUntil: Instant.nullable(),
  appeal: Appeal.nullable(),
});
export type Decision = z.infer<typeof Decision>;

/** A decision in the list, with the words by which staff know its case. */
const ListedDecision = Decision.extend({
  /** The first 200 characters of the text at the last report; `''` when it was erased, and for a person. */
  excerpt: z.string(),
  /** The made-up name of the person in that case; `''` for content. */
  person: z.string(),
});
export type ListedDecision = z.infer<typeof ListedDecision>;

const ThreadText = z.object({
  id: Id,
  kind: z.enum(['post', 'comment']),
  person: z.string(),
  content: z.string(),
  createdAt: Instant,
  hiddenAt: HiddenAt,
  /** Whether this is the subject of the case. */
  isSubject: z.boolean(),
  covered: z.array(CoveredPlace),
});

const Case = CaseSummary.extend({
  /** The text now; null for a person, and when it was deleted. */
  text: z
    .object({
      content: z.string(),
      hasPicture: z.boolean(),
      createdAt: Instant,
      hiddenAt: HiddenAt,
      marks: z.array(MarkedPlace),
      covered: z.array(CoveredPlace),
      /** To be sent with the decision, which is about this text. */
      seen: z.string(),
    })
    .nullable(),
  /** The text at the first report, when it differs from the text now, or its record was deleted; `''` otherwise. */
  firstText: z.string(),
  /**
   * The post with its newest comments, oldest first; around a comment, those before and after it. For a person, the newest
   * posts and comments.
   */
  thread: z.array(ThreadText),
  /** The number of comments of the post before those of `thread`, and after them; 0 for a person. */
  threadMore: z.object({ before: z.int(), after: z.int() }),
  /** Reports of people and colleagues by reason, most first. Marks are no reports here. */
  reasons: z.array(z.object({ reason: Reason, count: z.int() })),
  /** The notes of reporters and colleagues, newest first. */
  notes: z.array(z.object({ at: Instant, reason: Reason, note: z.string(), by: Actor.nullable() })),
  /** Earlier decisions about the person or the content, newest first, and those of this case. */
  decisions: z.array(Decision),
  standing: z.object({ sanction: keysOf(sanctions), until: Instant.nullable() }),
  /** The language of the person; null when the app has not said it. */
  language: Language.nullable(),
  /** The number of other texts of the person that are not hidden. */
  otherTexts: z.int(),
  openedAt: Instant,
});
export type Case = z.infer<typeof Case>;

const byId = z.strictObject({ id: Id });

/** A decision as it is sent: about the version and the text that were seen. */
const DecisionFields = z.strictObject({
  id: Id,
  version: Version,
  /** The `seen` of the text; `''` for a case without a text. */
  seen: z.string().max(64).default(''),
  verdict: keysOf(verdicts),
  /** Required in the lane `crisis`, and in no other. */
  crisisOutcome: keysOf(crisisOutcomes).nullable().default(null),
  ruleId: Id.nullable().default(null),
  hide: z.boolean().default(false),
  /** Hide all other texts of the person too. */
  hideOthers: z.boolean().default(false),
  /** Erase the text now: for personal data, and pictures of children, alone. */
  erase: z.boolean().default(false),
  sanction: keysOf(sanctions).default('none'),
  /** The days of a mute. */
  days: z
    .union(muteDays.map((days) => z.literal(days)))
    .nullable()
    .default(null),
  /** The end of a suspension; null for good, which only administrators may decide. */
  until: optionalInstant('Until').default(null),
  reason: text({ max: 1000, name: 'Reason' }).default(''),
  statement: text({ max: maxStatement, name: 'Statement' }).default(''),
  language: Language.default('english'),
});

export type DecisionInput = z.input<typeof DecisionFields>;
export type SentDecision = z.output<typeof DecisionFields>;

/** For the calls about people. All others are for the roles that decide cases of any subject, each its own (`subjectsOf`). */
const { change } = areaRoles.moderation;
const { decide, claim } = failures.moderation;
const { fetch: fetchFailure } = kindFailures.case;

const cases = {
  list: route('GET /admin/moderation/cases', {
    summary:
      'The cases of a state, the gravest first, then those that wait longest. `mine` of the counts is the caller’s own; there is no count of colleagues. `lane` has only the cases of people who may be in danger.',
    input: z.strictObject({
      ...CursorInput,
      state: z.enum(['open', 'escalated', 'appealed']).default('open'),
      /** Only the cases of people who may be in danger. */
      lane: z.literal('crisis').optional(),
    }),
    output: z.object({
      cases: z.array(CaseSummary),
      pagination: CursorPagination,
      counts: z.object({
        open: z.int(),
        escalated: z.int(),
        appealed: z.int(),
        /** Decisions of the last 24 hours, those of the caller, and the colleagues who made others. */
        decidedToday: z.int(),
        mine: z.int(),
        with: z.array(z.string()),
      }),
    }),
    roles: writers,
    failure: fetchFailure,
  }),
  next: route('GET /admin/moderation/cases/next', {
    summary:
      `The first case of the queue that no colleague is reading, and that is none of \`after\`: at most ${maxLeftOut} ids, with commas ` +
      'between them. Null when there is none. The account that last decided about a person who may be in danger gets a case of ' +
      'another lane, if one waits, while a colleague is at the desk, and unless the person has waited for ' +
      `${alertMinutes.onDuty} minutes.`,
    input: z.strictObject({
      after: idsOfQuery(maxLeftOut).optional(),
      state: z.enum(['open', 'escalated', 'appealed']).default('open'),
    }),
    output: z.object({ id: Id.nullable() }),
    roles: writers,
    failure: fetchFailure,
  }),
  get: route('GET /admin/moderation/cases/{id}', {
    summary: 'A case with its text, what surrounds it, its reports by reason, and earlier decisions about the person.',
    input: byId,
    output: Case,
    roles: writers,
    failure: fetchFailure,
  }),
  open: openCase,
  claim: route('POST /admin/moderation/cases/{id}/claim', {
    summary:
      'Tell colleagues that the caller is reading a case, for three minutes; `takeOver` takes it from a colleague, `release` ' +
      'gives it back. A claim never keeps a colleague from deciding.',
    input: z.strictObject({ id: Id, takeOver: z.boolean().default(false), release: z.boolean().default(false) }),
    /** The colleague who has the claim; null when it is the caller’s, or there is none. */
    output: z.object({ claimedBy: Actor.nullable() }),
    roles: writers,
    failure: claim,
  }),
  preview: route('POST /admin/moderation/cases/{id}/preview', {
    summary: 'The effects of a decision, and the message exactly as the person would read it. Changes nothing.',
    input: DecisionFields,
    output: z.object({
      /** The texts that it would hide. */
      hides: z.object({ posts: z.int(), comments: z.int() }),
      erases: z.boolean(),
      sanction: Actions.shape.sanction,
      until: Instant.nullable(),
      statement: z.string(),
      /** The reporters who would be answered. */
      answers: z.int(),
    }),
    roles: writers,
    failure: decide,
  }),
  decide: route('POST /admin/moderation/cases/{id}/decide', {
    summary:
      'Decide a case. 409 `decided_already` names the colleague who was faster; 409 `text_changed` when the text is not the one that was ' +
      `seen. Reporters and author are told after ${takeBackSeconds} seconds, in which the decision can be taken back.`,
    input: DecisionFields,
    output: z.object({ decisionId: Id }),
    roles: writers,
    failure: decide,
  }),
  escalate: route('POST /admin/moderation/cases/{id}/escalate', {
    summary: 'Pass a case to the administrators, or with `back` to the moderators.',
    input: z.strictObject({ id: Id, version: Version, note: Note, back: z.boolean().default(false) }),
    roles: writers,
    failure: decide,
  }),
  decideAppeal: route('POST /admin/moderation/cases/{id}/appeal', {
    summary:
      'Uphold or overturn the decision that was appealed. Overturning brings everything back. The account that decided may not, unless it is ' +
      `the only one. The person is told after ${takeBackSeconds} seconds, in which the answer can be taken back with its decision.`,
    input: z.strictObject({
      id: Id,
      version: Version,
      outcome: z.enum(['upheld', 'overturned']),
      answer: text({ min: 1, max: maxStatement, name: 'Answer' }).refine((answer) => blanksIn(answer).length === 0, {
        error: ({ input }) => blankErrorOf(String(input)),
      }),
    }),
    output: z.object({ decisionId: Id }),
    roles: change,
    failure: decide,
  }),
  reveal: route('POST /admin/moderation/cases/{id}/reveal', {
    summary: 'The id of the person, whose page then shows who it is. The reason stands in the log.',
    input: z.strictObject({ id: Id, reason: text({ min: 10, max: 200, name: 'Reason' }) }),
    output: z.object({ personId: Id }),
    roles: change,
    confirm: true,
    failure: failures.moderation.reveal,
  }),
};

const decisions = {
  list: route('GET /admin/moderation/decisions', {
    summary: 'All decisions, newest first, with `mine` those of the caller.',
    input: z.strictObject({ ...CursorInput, mine: z.literal('true').optional() }),
    output: z.object({ decisions: z.array(ListedDecision), pagination: CursorPagination }),
    roles: writers,
    failure: failures.moderation.fetchDecisions,
  }),
  takeBack: route('POST /admin/moderation/decisions/{id}/take-back', {
    summary: `Take back one’s own decision, or one’s own answer to its appeal, within ${takeBackSeconds} seconds. Everything is as before.`,
    input: byId,
    roles: writers,
    failure: failures.moderation.takeBack,
  }),
};

export const moderationApi = {
  cases,
  decisions,
  rules: {
    ...entityRoutes(ruleFields),
    order: orderRoute(ruleFields),
    bulk: bulkRoute(ruleFields),
    published: publishedRoute(ruleFields, [], '/content/v1/moderation'),
  },
  /** The app reads no templates. */
  templates: { ...entityRoutes(templateFields), order: orderRoute(templateFields), bulk: bulkRoute(templateFields) },
};
