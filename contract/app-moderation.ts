import { z } from 'zod';
import { Note, Reason, Subject, SubjectKind, reportErrors } from '#contract/case-subjects.ts';
import { Id, Instant, maxBulk, text } from '#contract/common.ts';
import { ruled } from '#contract/entity.ts';
import { Actions, Language } from '#contract/moderation.ts';
import { route } from '#contract/route.ts';

const byId = z.strictObject({ id: Id });

const StandingState = z.object({
  id: Id,
  canPost: z.boolean(),
  canRead: z.boolean(),
  /** When this ends; null for good, and for a person who may do everything. */
  until: Instant.nullable(),
});

const toReports = { access: 'app', scope: 'reports:write' } as const;

const appReports = {
  write: route('POST /app/v1/reports', {
    summary:
      'Report a post, a comment or a person, or content with the reason `wrong`. `id` is the app’s own: a repeated call changes nothing.',
    input: ruled(
      z.strictObject({ id: Id, kind: SubjectKind, subjectId: Id, personId: Id, reason: Reason, note: Note }),
      reportErrors,
    ),
    output: z.object({ id: Id }),
    ...toReports,
  }),
  get: route('GET /app/v1/reports/{id}', {
    summary: 'Whether a report was answered, and the outcome, without a name.',
    input: byId,
    output: z.object({
      id: Id,
      outcome: z.enum(['waiting', 'acted', 'not_acted', 'helped']),
      answeredAt: Instant.nullable(),
    }),
    ...toReports,
  }),
};

const appStanding = {
  get: route('GET /app/v1/people/{id}/standing', {
    summary:
      'The standing of a person: whether the person may post and read. Ask again at `until`, or after `person.standing` in the feed.',
    input: byId,
    output: StandingState,
    access: 'app',
    scope: 'people:read',
  }),
  many: route('POST /app/v1/people/standing', {
    summary: `The standing of up to ${maxBulk} people. People that the desk does not have are left out.`,
    input: z.strictObject({
      ids: z
        .array(Id)
        .min(1, { error: 'Send at least one' })
        .max(maxBulk, { error: `Send at most ${maxBulk} in a call` }),
    }),
    output: z.object({ people: z.array(StandingState) }),
    access: 'app',
    scope: 'people:read',
  }),
};

const appDecisions = {
  get: route('GET /app/v1/decisions/{id}', {
    summary: 'A decision as its person reads it, after `decision.told` in the feed. Staff are not named.',
    input: byId,
    output: z.object({
      id: Id,
      personId: Id,
      subject: Subject,
      rule: z.string(),
      statement: z.string(),
      language: Language,
      actions: Actions,
      at: Instant,
      /** Null when it can no longer be appealed. */
      appealUntil: Instant.nullable(),
      appeal: z.object({ state: z.enum(['waiting', 'upheld', 'overturned']), answer: z.string() }).nullable(),
    }),
    ...toReports,
  }),
  appeal: route('POST /app/v1/decisions/{id}/appeals', {
    summary: 'Appeal a decision, once. A repeated call changes nothing.',
    input: z.strictObject({ id: Id, personId: Id, text: text({ min: 1, max: 2000, name: 'Text' }) }),
    ...toReports,
  }),
};

export const appModerationApi = { appReports, appStanding, appDecisions };
