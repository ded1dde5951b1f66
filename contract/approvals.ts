import { z } from 'zod';
import { approvalFailures } from '#contract/approval-errors.ts';
import { type ReviewedArea, areaRoles, reviewedAreas } from '#contract/areas.ts';
import { Id, Version, manyIds, maxBulk, text } from '#contract/common.ts';
import type {
  activityFields,
  insightFields,
  phaseDescriptionFields,
  phaseFields,
  pregnancyWeekFields,
} from '#contract/cycle.ts';
import { kinds } from '#contract/kinds.ts';
import { type ReviewedKind, approvalLists, reviewedKinds } from '#contract/approval-lists.ts';
import type { cardFields } from '#contract/lady-due.ts';
import { approvers } from '#contract/roles.ts';
import { ReviewRequest, ReviewRequestFields } from '#contract/review-requests.ts';
import { route } from '#contract/route.ts';

type FieldNames<Contract extends { fields: object }> = readonly (keyof Contract['fields'])[];

/** The number of the list of fields below, which each approval names. Raise it whenever the list changes. */
export const fieldsNumber = 1;

/**
 * The fields that a clinician reviews. An approval ends with a change of any of them, and counts again when the
 * change is reverted.
 */
export const reviewedFields = {
  card: ['title', 'description', 'content', 'richContent', 'headerImageUrl', 'headerImageAlt', 'citations'],
  phase: ['phase', 'title', 'description', 'shortDescription', 'longDescription', 'citations'],
  activity: ['phase', 'name', 'description', 'content', 'richContent', 'citations'],
  insight: ['phase', 'expectedMoods', 'expectedSymptoms', 'recommendations', 'personalizedMessage', 'citations'],
  'phase-description': ['phase', 'title', 'description', 'citations'],
  'pregnancy-week': ['weekNumber', 'babySize', 'developments', 'tips', 'citations'],
} as const satisfies {
  card: FieldNames<typeof cardFields>;
  phase: FieldNames<typeof phaseFields>;
  activity: FieldNames<typeof activityFields>;
  insight: FieldNames<typeof insightFields>;
  'phase-description': FieldNames<typeof phaseDescriptionFields>;
  'pregnancy-week': FieldNames<typeof pregnancyWeekFields>;
} & Record<ReviewedKind, readonly string[]>;

/** Records in the versions that were read. */
const records = z
  .array(z.strictObject({ id: Id, version: Version }))
  .min(1)
  .max(maxBulk)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'A record is listed twice' });

/** The calls for the approvals of an area. */
function approvalRoutes(area: ReviewedArea) {
  const own = reviewedKinds.filter((kind) => kinds[kind].area === area);
  return {
    list: approvalLists[area],
    approve: route(`POST /admin/${area}/approvals`, {
      summary:
        'Approve the words of these records by name, with the qualification of the account. ' +
        'Refused as a whole, with the ids of the records: 403 `own_text` for words that the account wrote or changed ' +
        'since the last approval, 409 `has_stops` while a check stops one, and 409 `changed_since` when one has ' +
        'changed. 403 `no_qualification` for an account without one.',
      input: z.strictObject({
        kind: z.enum(own),
        records,
        note: text({ max: 500, name: 'Note' }).default(''),
        /** Whether the clinician agrees that the app shows their name and qualification. */
        named: z.boolean().default(false),
      }),
      roles: approvers,
      confirm: true,
      failure: approvalFailures.approve,
    }),
    withdraw: route(`DELETE /admin/${area}/approvals/{id}`, {
      summary:
        'Withdraw every approval of a record, of its present and its earlier words. Administrators withdraw any; ' +
        'others only their own: 403 `not_yours`.',
      input: z.strictObject({ id: Id }),
      roles: approvers,
      failure: approvalFailures.withdraw,
    }),
    exempt: route(`POST /admin/${area}/approvals/exempt`, {
      summary:
        'In an emergency, let the words of these records into the app without an approval. They remain among the ' +
        'unapproved ones. 409 `changed_since` when one has changed, 409 `unchanged` when all are approved or exempt.',
      input: z.strictObject({
        kind: z.enum(own),
        records,
        reason: text({ min: 1, max: 500, name: 'Reason' }),
      }),
      roles: areaRoles.staff.change,
      confirm: true,
      failure: approvalFailures.exempt,
    }),
    requests: route(`GET /admin/${area}/approvals/requests`, {
      summary: 'The requests for the review of records of an area that no approval has answered.',
      output: z.object({ requests: z.array(ReviewRequest) }),
      roles: areaRoles[area].look,
      failure: approvalFailures.requests,
    }),
    ask: route(`POST /admin/${area}/approvals/requests`, {
      summary:
        'Ask for a review of these records, in place of an earlier request for one of them. It ends with an approval; until ' +
        'then, changes that a clinician asked for stay beside it. ' +
        '422 when the account `of` cannot approve, and for a day that is over.',
      input: ReviewRequestFields.extend({ kind: z.enum(own), ids: manyIds('text', 'texts') }),
      roles: areaRoles[area].change,
      failure: approvalFailures.ask,
    }),
    askChanges: route(`POST /admin/${area}/approvals/changes`, {
      summary:
        'As a clinician, ask for changes to a record, in answer to a request or without one. 409 `changed_since` when it ' +
        'has changed, 403 `no_qualification` for an account without a qualification.',
      input: z.strictObject({
        kind: z.enum(own),
        id: Id,
        version: Version,
        note: text({ min: 1, max: 500, name: 'Note' }),
      }),
      roles: approvers,
      failure: approvalFailures.askChanges,
    }),
    withdrawRequest: route(`DELETE /admin/${area}/approvals/requests/{id}`, {
      summary:
        'Withdraw the request for the review of a record. Changes that a clinician asked for before it are the last turn ' +
        'again. Administrators withdraw any; others only their own: 403 `not_yours`. 404 without an open one.',
      input: z.strictObject({ id: Id }),
      roles: approvers,
      failure: approvalFailures.withdrawRequest,
    }),
  };
}

type ApprovalRoutes = ReturnType<typeof approvalRoutes>;

/** The calls by area. */
export const approvalsOf = Object.fromEntries(reviewedAreas.map((area) => [area, approvalRoutes(area)])) as Record<
  ReviewedArea,
  ApprovalRoutes
>;

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** The name of an area's calls in the API: `ladyDueApprovals`. */
export const approvalsName = (area: ReviewedArea) =>
  `${area.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Approvals` as `${Camel<ReviewedArea>}Approvals`;

export const approvalsApi = Object.fromEntries(
  reviewedAreas.map((area) => [approvalsName(area), approvalsOf[area]]),
) as Record<ReturnType<typeof approvalsName>, ApprovalRoutes>;
