import { z } from 'zod';
import { Actor, Id, Instant, Version, maxBulk, text } from '#contract/common.ts';
import type {
  activityFields,
  insightFields,
  phaseDescriptionFields,
  phaseFields,
  pregnancyWeekFields,
} from '#contract/cycle.ts';
import { failures } from '#contract/errors.ts';
import { type Kind, kinds } from '#contract/kinds.ts';
import type { cardFields } from '#contract/lady-due.ts';
import { type Role, areaRoles } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

type FieldNames<Contract extends { fields: object }> = readonly (keyof Contract['fields'])[];

/**
 * The kinds whose words are medical, with the fields that a clinician reviews. A change of any of them takes the review
 * away; changed back, the words are reviewed again.
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
} & { [Name in Kind]?: readonly string[] };
export type ReviewedKind = keyof typeof reviewedFields;
export const reviewedKinds = Object.keys(reviewedFields) as ReviewedKind[];

/** The areas with such kinds. */
export type ReviewedArea = 'cycle' | 'lady-due';

/** The review of the words that a record has now. */
export const Review = z.object({
  /** The id of the record. */
  id: Id,
  kind: z.enum(reviewedKinds),
  /** The clinician, with the qualification, as an administrator wrote them. */
  reviewedBy: z.string(),
  /** The administrator; null when that account was deleted. */
  confirmedBy: Actor.nullable(),
  at: Instant,
});
export type Review = z.infer<typeof Review>;

const administrators = ['administrator'] as const satisfies readonly Role[];

/** The calls for the reviews of an area. */
function reviewRoutes(area: ReviewedArea) {
  const own = reviewedKinds.filter((kind) => kinds[kind].area === area);
  return {
    list: route(`GET /admin/${area}/reviews`, {
      summary: 'The reviews of the words that records have now, and how many active records have none.',
      output: z.object({ reviews: z.array(Review), unreviewed: z.int() }),
      roles: areaRoles[area].look,
      failure: failures.reviews.fetch,
    }),
    confirm: route(`POST /admin/${area}/reviews`, {
      summary: 'Confirm by name that a clinician reviewed these records. 409 `changed_since` when some have changed.',
      input: z.strictObject({
        kind: z.enum(own),
        records: z
          .array(z.strictObject({ id: Id, version: Version }))
          .min(1)
          .max(maxBulk)
          .refine((records) => new Set(records.map(({ id }) => id)).size === records.length, {
            error: 'A record is listed twice',
          }),
        reviewedBy: text({ min: 1, max: 200, name: 'Name and qualification' }),
      }),
      roles: administrators,
      failure: failures.reviews.confirm,
    }),
    withdraw: route(`DELETE /admin/${area}/reviews/{id}`, {
      summary: 'Withdraw the review of a record.',
      input: z.strictObject({ id: Id }),
      roles: administrators,
      failure: failures.reviews.withdraw,
    }),
  };
}

export const reviewsApi = { cycleReviews: reviewRoutes('cycle'), ladyDueReviews: reviewRoutes('lady-due') };
