import { z } from 'zod';
import { type ReviewedArea, reviewedAreas } from '#contract/areas.ts';
import { Id, Version, maxBulk, text } from '#contract/common.ts';
import type {
  activityFields,
  insightFields,
  phaseDescriptionFields,
  phaseFields,
  pregnancyWeekFields,
} from '#contract/cycle.ts';
import { failures } from '#contract/errors.ts';
import { kinds } from '#contract/kinds.ts';
import { type ReviewedKind, reviewLists, reviewedKinds } from '#contract/review-lists.ts';
import type { cardFields } from '#contract/lady-due.ts';
import type { Role } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

type FieldNames<Contract extends { fields: object }> = readonly (keyof Contract['fields'])[];

/**
 * The fields that a clinician reviews. A change of any of them takes the review away; changed back, the words are reviewed
 * again.
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

const administrators = ['administrator'] as const satisfies readonly Role[];

/** The calls for the reviews of an area. */
function reviewRoutes(area: ReviewedArea) {
  const own = reviewedKinds.filter((kind) => kinds[kind].area === area);
  return {
    list: reviewLists[area],
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

type ReviewRoutes = ReturnType<typeof reviewRoutes>;

/** The calls by area. */
export const reviewsOf = Object.fromEntries(reviewedAreas.map((area) => [area, reviewRoutes(area)])) as Record<
  ReviewedArea,
  ReviewRoutes
>;

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** The name of an area's calls in the API: `ladyDueReviews`. */
export const reviewsName = (area: ReviewedArea) =>
  `${area.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Reviews` as `${Camel<ReviewedArea>}Reviews`;

export const reviewsApi = Object.fromEntries(
  reviewedAreas.map((area) => [reviewsName(area), reviewsOf[area]]),
) as Record<ReturnType<typeof reviewsName>, ReviewRoutes>;
