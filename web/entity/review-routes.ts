import { type Kind, kinds } from '#contract/kinds.ts';
import { type ReviewedKind, reviewedFields, reviewsApi } from '#contract/reviews.ts';

export const isReviewedKind = (kind: Kind): kind is ReviewedKind => kind in reviewedFields;

/** The calls for the reviews of an area. */
export const routesOfArea = { cycle: reviewsApi.cycleReviews, 'lady-due': reviewsApi.ladyDueReviews };

/** The calls for the reviews of a kind. */
export const reviewRoutesOf = (kind: ReviewedKind) => routesOfArea[kinds[kind].area];
