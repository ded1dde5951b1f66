import { z } from 'zod';
import { approvalFailures } from '#contract/approval-errors.ts';
import { type ReviewedKind, reviewedKinds } from '#contract/approval-lists.ts';
import { approvalsName, reviewedFields } from '#contract/approvals.ts';
import { type ReviewedArea, reviewedAreas } from '#contract/areas.ts';
import { Actor, Id, Instant, text } from '#contract/common.ts';
import { kinds } from '#contract/kinds.ts';
import { approvers } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

/** The maximum length of the words that a remark quotes, in characters. */
export const maxQuote = 1000;

/** The maximum number of remarks and replies on one record. */
export const maxRemarks = 500;

/** The words of a remark or of a reply. `@` and the name of a colleague tell that colleague. */
export const RemarkBody = text({ min: 1, max: 1000, name: 'Remark' });

const Written = z.object({
  id: Id,
  /** Null when the account was deleted. */
  by: Actor.nullable(),
  at: Instant,
  body: z.string(),
  /** The colleagues whom it mentions, with their present names. */
  mentions: z.array(Actor),
});
export type Written = z.infer<typeof Written>;

const Remark = Written.extend({
  field: z.string(),
  /** The words in the field that it is about, as they stood there (`contract/remark-places.ts`); null for the field. */
  anchor: z
    .object({
      quote: z.string(),
      start: z.int(),
      before: z.string(),
      after: z.string(),
      commonBefore: z.int(),
      commonAfter: z.int(),
      isUnmistakable: z.boolean(),
    })
    .nullable(),
  /** Null while it is open. `by` is null when the account was deleted. */
  resolved: z.object({ by: Actor.nullable(), at: Instant }).nullable(),
  replies: z.array(Written),
});
export type Remark = z.infer<typeof Remark>;

const NewRemark = z.strictObject({
  /** The id of the record. */
  id: Id,
  /** The name of a reviewed field. */
  field: z.string().max(100),
  /** Words of the field as staff see them, and where they begin, in UTF-16 units; null for the field as a whole. */
  words: z
    .strictObject({
      quote: text({ min: 1, max: maxQuote, trim: false, name: 'The words' }),
      start: z.int().min(0).max(1_000_000),
    })
    .nullable(),
  body: RemarkBody,
});

/** The calls for the remarks on the texts of an area. */
function remarkRoutes(area: ReviewedArea) {
  const own = reviewedKinds.filter((kind) => kinds[kind].area === area);
  const path = `/admin/${area}/remarks` as const;
  return {
    list: route(`GET ${path}`, {
      summary: 'The remarks on a record, the oldest first, and the colleagues whom a remark can mention.',
      input: z.strictObject({ id: Id }),
      output: z.object({ remarks: z.array(Remark), people: z.array(Actor) }),
      roles: approvers,
      failure: approvalFailures.listRemarks,
    }),
    add: route(`POST ${path}`, {
      summary:
        'Add a remark on a field of a record, or on words in it. 409 `changed_since` when the words are not there. A ' +
        `record can have at most ${maxRemarks} remarks and replies: 409 \`too_many\`.`,
      input: NewRemark.extend({ kind: z.enum(own) }),
      roles: approvers,
      failure: approvalFailures.addRemark,
    }),
    reply: route(`POST ${path}/{id}/replies`, {
      summary: 'Reply to a remark.',
      input: z.strictObject({ id: Id, body: RemarkBody }),
      roles: approvers,
      failure: approvalFailures.reply,
    }),
    resolve: route(`PUT ${path}/{id}/resolved`, {
      summary: 'Resolve a remark, or reopen it. 409 `unchanged` when a colleague has done so.',
      input: z.strictObject({ id: Id, resolved: z.boolean() }),
      roles: approvers,
      failure: approvalFailures.resolve,
    }),
    remove: route(`DELETE ${path}/{id}`, {
      summary:
        'Delete a remark with its replies, or one reply. Administrators delete any; others only their own: 403 `not_yours`.',
      input: z.strictObject({ id: Id }),
      roles: approvers,
      failure: approvalFailures.deleteRemark,
    }),
  };
}

type RemarkRoutes = ReturnType<typeof remarkRoutes>;

/** The calls by area. */
export const remarksOf = Object.fromEntries(reviewedAreas.map((area) => [area, remarkRoutes(area)])) as Record<
  ReviewedArea,
  RemarkRoutes
>;

/** Whether a remark can be on a field of a kind. */
export const isReviewedField = (kind: ReviewedKind, field: string) =>
  (reviewedFields[kind] as readonly string[]).includes(field);

type RemarksName = ReturnType<typeof approvalsName> extends `${infer Area}Approvals` ? `${Area}Remarks` : never;

/** The name of an area's calls in the API: `ladyDueRemarks`. */
export const remarksName = (area: ReviewedArea) => approvalsName(area).replace('Approvals', 'Remarks') as RemarksName;

export const remarksApi = Object.fromEntries(
  reviewedAreas.map((area) => [remarksName(area), remarksOf[area]]),
) as Record<RemarksName, RemarkRoutes>;
