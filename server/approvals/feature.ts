import { reviewedAreas } from '#contract/areas.ts';
import { type approvalsApi, approvalsName } from '#contract/approvals.ts';
import type { reviewApi } from '#contract/review.ts';
import type { Feature } from '#server/feature.ts';
import { approvalHandlers } from '#server/approvals/handlers.ts';
import { reviewHandlers } from '#server/approvals/review-handlers.ts';

/** The approvals of medical texts by clinicians. */
export const approvalsFeature: Feature<typeof approvalsApi & typeof reviewApi> = {
  handlers: ({ history }) => ({
    ...Object.fromEntries(reviewedAreas.map((area) => [approvalsName(area), approvalHandlers(history, area)])),
    review: reviewHandlers(history),
  }),
};
