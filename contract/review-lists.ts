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

/** The review of the words that a record has now. */
export const Review = z.object({
  /** The id of the record. */
  id: Id,
  /** The clinician, with the qualification, as an administrator wrote them. */
  reviewedBy: z.string(),
  /** The administrator; null when that account was deleted. */
  confirmedBy: Actor.nullable(),
  at: Instant,
});
export type Review = z.infer<typeof Review>;

const listOf = (area: ReviewedArea) =>
  route(`GET /admin/${area}/reviews`, {
    summary: 'The reviews of an area, and how many active records have none.',
    output: z.object({ reviews: z.array(Review), unreviewed: z.int() }),
    roles: areaRoles[area].look,
    failure: failures.reviews.fetch,
  });

/** The lists of reviews. The other calls are in `reviews.ts`, so that a list does not load them. */
export const reviewLists = Object.fromEntries(reviewedAreas.map((area) => [area, listOf(area)])) as Record<
  ReviewedArea,
  ReturnType<typeof listOf>
>;
