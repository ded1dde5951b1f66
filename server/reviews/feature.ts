import type { api } from '#contract/api.ts';
import type { Feature } from '#server/feature.ts';
import { reviewHandlers } from '#server/reviews/handlers.ts';

/** The reviews of medical texts by a clinician. */
export const reviewsFeature: Feature<typeof api> = {
  handlers: ({ history }) => ({
    cycleReviews: reviewHandlers(history, 'cycle'),
    ladyDueReviews: reviewHandlers(history, 'lady-due'),
  }),
};
