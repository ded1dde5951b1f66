import { z } from 'zod';
import { type ReviewedArea, areaRoles, reviewedAreas } from '#contract/areas.ts';
import { Actor, Id, Instant } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import type { Kind } from '#contract/kinds.ts';
import { route } from '#contract/route.ts';

/** The kinds whose words are medical. */
export const reviewedKinds = [
  'card',
  'phase',
  'activity',
  'insight',
  'phase-description',
  'pregnancy-week',
] as const satisfies readonly Kind[];
export type ReviewedKind = (typeof reviewedKinds)[number];

/** How an area treats words without an approval. */
export const gates = { off: 'Optional', warn: 'Expected', required: 'Required' } as const;
export type Gate = keyof typeof gates;

/** The months after which a clinician must look at approved words again. */
export const dueMonths = [12, 24] as const;

/** Days before an approval falls due from which unchanged words may be approved again. */
export const renewalDays = 30;

/** The approval of the words that a record has now. */
export const Approval = z.object({
  /** The id of the record. */
  id: Id,
  /** The account that approved them; null when it was deleted. */
  by: Actor.nullable(),
  /** The name and the qualification of the clinician, as they were then. */
  name: z.string(),
  qualification: z.string(),
  note: z.string(),
  /** Whether the app may show name and qualification. */
  named: z.boolean(),
  at: Instant,
  /** When a clinician must look at the words again. An approval that is overdue stays valid. */
  dueAt: Instant,
});
export type Approval = z.infer<typeof Approval>;

/** The approval of the words that the app shows, as the app may state it. */
export const review = {
  /** The day of the approval (UTC); null without one. */
  reviewedOn: z.iso.date().nullable(),
  /** The clinician, as they were then; null unless they agreed to be named. */
  reviewedBy: z.object({ name: z.string(), qualification: z.string() }).nullable(),
};
export type Review = z.infer<z.ZodObject<typeof review>>;

export const notReviewed: Review = { reviewedOn: null, reviewedBy: null };

/** An administrator let the words that a record has now into the app without an approval. */
const Exemption = z.object({
  /** The id of the record. */
  id: Id,
  /** The name of the administrator, as it was then. */
  name: z.string(),
  reason: z.string(),
  at: Instant,
});
export type Exemption = z.infer<typeof Exemption>;

/** How an area treats words without an approval, and when its approvals fall due. */
export const approvalRules = {
  gate: z.enum(Object.keys(gates) as [Gate, ...Gate[]]),
  dueMonths: z.literal(dueMonths),
};

const ApprovalList = z.object({
  approvals: z.array(Approval),
  exemptions: z.array(Exemption),
  /** The number of active records of which the app shows words without an approval. */
  unapproved: z.int(),
  ...approvalRules,
});
export type ApprovalList = z.infer<typeof ApprovalList>;

const listOf = (area: ReviewedArea) =>
  route(`GET /admin/${area}/approvals`, {
    summary:
      'The approvals and the exemptions of the words that the records of an area have now, how many active records are ' +
      'in the app without an approval, and how the area treats them.',
    output: ApprovalList,
    roles: areaRoles[area].look,
    failure: failures.approvals.fetch,
  });

/** The lists of approvals. The other calls are in `approvals.ts`, so that a list does not load them. */
export const approvalLists = Object.fromEntries(reviewedAreas.map((area) => [area, listOf(area)])) as Record<
  ReviewedArea,
  ReturnType<typeof listOf>
>;
