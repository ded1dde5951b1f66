import { reviewedAreas } from '#contract/areas.ts';
import { type approvalsApi, approvalsName } from '#contract/approvals.ts';
import type { approversApi } from '#contract/approvers.ts';
import type { recallApi } from '#contract/recall.ts';
import { type remarksApi, remarksName } from '#contract/remarks.ts';
import type { reviewApi } from '#contract/review.ts';
import type { Feature } from '#server/feature.ts';
import { approvalHandlers } from '#server/approvals/handlers.ts';
import { listClinicians } from '#server/approvals/request-handlers.ts';
import { recallHandlers } from '#server/approvals/recall.ts';
import { remarkHandlers } from '#server/approvals/remark-handlers.ts';
import { reviewHandlers } from '#server/approvals/review-handlers.ts';

/** The approvals of medical texts by clinicians. */
export const approvalsFeature: Feature<
  typeof approvalsApi & typeof approversApi & typeof reviewApi & typeof recallApi & typeof remarksApi
> = {
  handlers: ({ history }) => ({
    ...Object.fromEntries(reviewedAreas.map((area) => [approvalsName(area), approvalHandlers(history, area)])),
    ...Object.fromEntries(reviewedAreas.map((area) => [remarksName(area), remarkHandlers(history, area)])),
    approvers: { list: async () => ({ clinicians: await listClinicians(history.db) }) },
    review: reviewHandlers(history),
    recall: recallHandlers(history),
  }),
};
