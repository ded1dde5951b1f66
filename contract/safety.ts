import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { checkedDays } from '#contract/checked.ts';
import { alertMinutes, crisisOutcomes } from '#contract/crisis.ts';
import { takeBackSeconds } from '#contract/verdicts.ts';
import { Actor, Id, Instant, Version, text } from '#contract/common.ts';
import { entity } from '#contract/entity.ts';
import { bulkRoute, entityRoutes, orderRoute } from '#contract/entity-routes.ts';
import { failures, kindFailures } from '#contract/errors.ts';
import { activeField, choiceField, listField, positionField, textField } from '#contract/fields.ts';
import { CoveredPlace, Harm, markNames } from '#contract/mark.ts';
import { Language, blankErrorOf, blanksIn, inLanguages, maxStatement } from '#contract/moderation.ts';
import { Clinician, NewShift, Shift } from '#contract/rota.ts';
import { route } from '#contract/route.ts';

// People who may be in danger: the steps for staff, the help that is offered, and what was done.

/** The marks with a playbook. */
export const harms = {
  'self-harm': markNames['self-harm'],
  violence: markNames.violence,
  threat: markNames.threat,
  emergency: markNames.emergency,
} as const satisfies Record<Harm, string>;

/** The steps for a person who may be in danger, and the message to her in five languages. */
export const playbookFields = entity('playbook', {
  title: textField('Title', { min: 1, max: 100 }),
  mark: choiceField('For', harms),
  steps: listField('Steps', { item: 'Step', max: 12, maxLength: 300 }),
  /** Questions that her texts may already answer. The answers are not kept. */
  questions: listField('Questions', { item: 'Question', max: 8, maxLength: 300 }),
  neverSay: listField('Never say', { item: 'Sentence', max: 12, maxLength: 300 }),
  ...inLanguages(maxStatement),
  isActive: activeField(),
  displayOrder: positionField('Position in the list'),
});
export type Playbook = z.infer<typeof playbookFields.Entity>;

/** The needs for which a help line is offered. `staff` is for colleagues, and never in the app. */
export const helpLinePurposes = {
  ...harms,
  any: 'Any of these',
  staff: 'For our own staff',
} as const;
export type HelpLinePurpose = keyof typeof helpLinePurposes;

const numberField = textField('Number', { min: 3, max: 40 });

/** A number that people, or staff, can call. */
export const helpLineFields = entity('help-line', {
  name: textField('Name', { min: 1, max: 100 }),
  purpose: choiceField('For', helpLinePurposes),
  number: numberField,
  hours: textField('Hours', { max: 100 }),
  languages: textField('Languages', { max: 200 }),
  states: textField('States', { max: 200 }),
  cost: textField('Cost', { max: 100 }),
  source: textField('Where the number comes from', { max: 300 }),
  isActive: activeField(),
  displayOrder: positionField('Position in the list'),
});
export type HelpLine = z.infer<typeof helpLineFields.Entity>;

/** The ways in which a help line was checked. */
export const callResults = {
  answered: 'Answered, and the entry is right',
  no_answer: 'Nobody answered',
  wrong: 'The number is wrong',
} as const;
export type CallResult = keyof typeof callResults;

const { look, change } = areaRoles.moderation;
const byId = z.strictObject({ id: Id });
const keys = <Key extends string>(table: Record<Key, unknown>) => z.enum(Object.keys(table) as [Key, ...Key[]]);

/** The last call of a help line by staff. */
const HelpLineCall = z.object({
  helpLineId: Id,
  at: Instant,
  by: Actor.nullable(),
  /** The number that was called. A line whose number is another one since then is not offered. */
  number: z.string(),
  result: keys(callResults),
  note: z.string(),
  /**
   * Until when the line is offered; null when it is not offered: the last call failed or is too long ago, the number has
   * changed since then, or the line is inactive.
   */
  offeredUntil: Instant.nullable(),
});
export type HelpLineCall = z.infer<typeof HelpLineCall>;

const helpLineCalls = {
  list: route('GET /admin/moderation/help-line-calls', {
    summary: `The last call of each help line that was ever called. A line is offered for ${checkedDays} days after a call that was answered.`,
    output: z.object({ calls: z.array(HelpLineCall) }),
    roles: look,
    failure: kindFailures['help-line'].fetch,
  }),
  add: route('POST /admin/moderation/help-lines/{id}/calls', {
    summary: 'Record that one has called a help line, and how the call went.',
    input: z.strictObject({
      id: Id,
      /** The number that was called. */
      number: numberField.schema,
      result: keys(callResults),
      note: text({ max: 300, name: 'Note' }).default(''),
    }),
    output: HelpLineCall,
    status: 201,
    roles: change,
    failure: failures.safety.call,
  }),
};

/** Help that the app offers, with the rules by which it can recognise words on the phone. */
const help = {
  read: route('GET /content/v1/help', {
    summary:
      `The help lines that were called within ${checkedDays} days, and the first words to a person in danger, by mark. ` +
      '`rules` is the number and the address of the rules of the marks, with which the app can recognise words on the phone ' +
      'and offer this help there, without a call to the desk.',
    input: z.strictObject({ language: Language.default('english') }),
    output: z.object({
      /** The number to call in an emergency. */
      emergency: z.string(),
      lines: z.array(
        z.object({
          name: z.string(),
          purpose: keys(helpLinePurposes).exclude(['staff']),
          number: z.string(),
          hours: z.string(),
          languages: z.string(),
          states: z.string(),
          cost: z.string(),
          /** When staff last called it. */
          calledOn: Instant,
          /** Until when the app may offer it, also from its own store: it is due then. */
          until: Instant,
        }),
      ),
      /** The message of the first active playbook of each mark, in the language asked for, else in English. */
      words: z.array(z.object({ mark: Harm, text: z.string(), language: Language })),
      rules: z.object({ version: z.int(), address: z.string() }),
    }),
    access: 'public',
    failure: kindFailures['help-line'].fetch,
  }),
};

/** A message to the person of a case, which the app shows to that person alone. */
const SafetyMessage = z.object({
  id: Id,
  at: Instant,
  by: Actor.nullable(),
  /** The title of the playbook that it started from; `''` without one. */
  playbook: z.string(),
  text: z.string(),
  language: Language,
  takenBackAt: Instant.nullable(),
  /** Until when it can be taken back; null when it cannot any more. */
  takeBackUntil: Instant.nullable(),
  /** When the app showed it; null before. */
  seenAt: Instant.nullable(),
});
export type SafetyMessage = z.infer<typeof SafetyMessage>;

/** A colleague who agrees that outside help has to be called, with the reason. */
const Agreement = z.object({ by: Actor.nullable(), reason: z.string(), at: Instant });

/** A person who is to be looked at again, after an outcome. */
const Look = z.object({
  id: Id,
  caseId: Id,
  /** The made-up name of the person in this case. */
  person: z.string(),
  outcome: keys(crisisOutcomes),
  dueAt: Instant,
  doneAt: Instant.nullable(),
  doneBy: Actor.nullable(),
  note: z.string(),
});
export type Look = z.infer<typeof Look>;

const crisis = {
  waiting: route('GET /admin/moderation/crisis', {
    summary:
      'The open cases of people who may be in danger: how many, the one that waits longest, and who is on duty. `onDuty` is ' +
      'empty when no colleague is on duty now; `hasRota` says whether there is a rota at all.',
    output: z.object({
      waiting: z.int(),
      /** The case that waits longest among those that no colleague is reading, else the oldest; null without any. */
      first: z.object({ id: Id, waitingSince: Instant, mark: Harm.nullable() }).nullable(),
      looksDue: z.int(),
      hasRota: z.boolean(),
      onDuty: z.array(Actor),
      /** The clinician on call; null when none is named. */
      clinician: Clinician.nullable(),
      /** The caller’s crisis cases of the last 24 hours, and after how many the desk suggests a pause. */
      mine: z.int(),
      pauseAfter: z.int(),
    }),
    roles: look,
    failure: failures.safety.fetchWaiting,
  }),
};

/** The work of staff in a case of a person who may be in danger. */
const crisisCare = {
  care: route('GET /admin/moderation/cases/{id}/care', {
    summary:
      'The steps that staff took in a case of a person who may be in danger: messages, agreements to outside help, looks.',
    input: byId,
    output: z.object({
      /** The newest messages, oldest first. */
      messages: z.array(SafetyMessage),
      /** The number of messages before those. */
      olderMessages: z.int(),
      agreements: z.array(Agreement),
      looks: z.array(Look),
    }),
    roles: look,
    failure: kindFailures.case.fetch,
  }),
  send: route('POST /admin/moderation/cases/{id}/messages', {
    summary:
      `Send a message to the person of a case in the lane \`crisis\`. The app shows it to that person alone, after ${takeBackSeconds} seconds, in ` +
      'which it can be taken back. The case stays open, with a new version: a colleague who has not seen the message gets 409 `case_changed`.',
    input: z.strictObject({
      id: Id,
      version: Version,
      playbookId: Id.nullable().default(null),
      text: text({ min: 1, max: maxStatement, name: 'Message' }).refine((value) => blanksIn(value).length === 0, {
        error: ({ input }) => blankErrorOf(String(input)),
      }),
      language: Language.default('english'),
    }),
    /** No words: an answer is kept for its Idempotency-Key. */
    output: z.object({ id: Id }),
    status: 201,
    roles: change,
    failure: failures.safety.sendMessage,
  }),
  takeBack: route('POST /admin/moderation/messages/{id}/take-back', {
    summary: `Take back one’s own message within ${takeBackSeconds} seconds. The app never shows it. A case that was decided with it is taken back first.`,
    input: byId,
    roles: change,
    failure: failures.safety.takeBackMessage,
  }),
  agree: route('POST /admin/moderation/cases/{id}/outside-help', {
    summary:
      'Agree that outside help has to be called, with a reason, once. The outcome `outside_help` of a decision needs the agreement of ' +
      'another account than the one that decides: 409 `second_person_missing`.',
    input: z.strictObject({ id: Id, version: Version, reason: text({ min: 10, max: 1000, name: 'Reason' }) }),
    roles: change,
    failure: failures.safety.agree,
  }),
};

const maxCovered = 50;

const crisisCover = {
  cover: route('POST /admin/moderation/cases/{id}/cover', {
    summary:
      'Cover words of the text of a case, such as a method or a place: the app shows blocks instead of them, as many for a short word as for a ' +
      'long one. These places replace the earlier ones; an empty list uncovers all. When the author changes the text, nothing of it is covered.',
    input: z.strictObject({
      id: Id,
      version: Version,
      /** The `seen` of the text. */
      seen: z.string().max(64),
      /** In order, with something between each and the next. */
      places: z
        .array(z.strictObject(CoveredPlace.shape))
        .max(maxCovered, { error: `Cover at most ${maxCovered} places` })
        .check(({ value: places, issues }) => {
          for (const [index, { start, end }] of places.entries()) {
            const free = (places[index - 1]?.end ?? -1) + 1;
            if (start >= end || start < free)
              issues.push({
                code: 'custom',
                input: start,
                path: [index, 'start'],
                message: 'A place must begin before its end, and after the place before it',
              });
          }
        }),
    }),
    roles: change,
    failure: failures.safety.cover,
  }),
};

/** The maximum number of looks in one answer. */
export const maxLooks = 200;

const looks = {
  list: route('GET /admin/moderation/looks', {
    summary: `The people to look at again: those who are due, oldest first, then those to come, ${maxLooks} at most. \`due\` counts them all.`,
    output: z.object({ looks: z.array(Look), due: z.int() }),
    roles: look,
    failure: failures.safety.fetchLooks,
  }),
  done: route('POST /admin/moderation/looks/{id}/done', {
    summary:
      'Record that a person was looked at again. `reopen` opens a case about the person, with the note, or adds the note to the case that waits already.',
    input: z.strictObject({
      id: Id,
      note: text({ max: 1000, name: 'Note' }).default(''),
      reopen: z.boolean().default(false),
    }),
    /** The case that was opened; null without `reopen`. */
    output: z.object({ caseId: Id.nullable() }),
    roles: change,
    failure: failures.safety.look,
  }),
};

const rota = {
  list: route('GET /admin/moderation/rota', {
    summary: `The weekly rota of those who are told of people in danger after ${alertMinutes.onDuty} minutes, in the time zone of the desk.`,
    output: z.object({ shifts: z.array(Shift), timeZone: z.string(), candidates: z.array(Actor) }),
    roles: look,
    failure: failures.safety.fetchRota,
  }),
  add: route('POST /admin/moderation/rota', {
    summary: 'Add a shift of an enabled account that moderates.',
    input: NewShift,
    output: Shift,
    status: 201,
    roles: ['administrator'],
    failure: failures.safety.changeRota,
  }),
  remove: route('DELETE /admin/moderation/rota/{id}', {
    summary: 'Remove a shift.',
    input: byId,
    roles: ['administrator'],
    failure: failures.safety.changeRota,
  }),
};

const appMessages = {
  get: route('GET /app/v1/messages/{id}', {
    summary:
      'A message to a person, after `message.told` in the feed, to be shown to that person alone. Staff are not named.',
    input: byId,
    output: z.object({ id: Id, personId: Id, text: z.string(), language: Language, at: Instant }),
    access: 'app',
    scope: 'reports:write',
  }),
  seen: route('POST /app/v1/messages/{id}/seen', {
    summary:
      'The app has shown a message, or the statement of a decision, to its person. A repeated call changes nothing.',
    input: byId,
    access: 'app',
    scope: 'reports:write',
  }),
};

export const safetyApi = {
  playbooks: { ...entityRoutes(playbookFields), order: orderRoute(playbookFields), bulk: bulkRoute(playbookFields) },
  helpLines: { ...entityRoutes(helpLineFields), order: orderRoute(helpLineFields), bulk: bulkRoute(helpLineFields) },
  helpLineCalls,
  help,
  crisis,
  crisisCare,
  crisisCover,
  looks,
  rota,
  appMessages,
};
