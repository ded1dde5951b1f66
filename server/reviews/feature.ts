import { reviewedAreas } from '#contract/areas.ts';
import { type reviewsApi, reviewsName } from '#contract/reviews.ts';
import type { Feature } from '#server/feature.ts';
import { reviewHandlers } from '#server/reviews/handlers.ts';

/** The reviews of medical texts by a clinician. */
export const reviewsFeature: Feature<typeof reviewsApi> = {
  handlers: ({ history }) =>
    Object.fromEntries(reviewedAreas.map((area) => [reviewsName(area), reviewHandlers(history, area)])),
};
