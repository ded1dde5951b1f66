import { z } from 'zod';
import { Id } from '#contract/common.ts';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import type { ReviewState } from '#contract/review.ts';

// Repeated here, because the contract loads only with the page.
const states = {
  mine: 'mine',
  asked: 'asked',
  changes: 'changes',
  unapproved: 'unapproved',
  exempt: 'exempt',
  due: 'due',
  overdue: 'overdue',
} as const satisfies {
  [Value in ReviewState]: Value;
};
const reviewed = {
  card: 'card',
  phase: 'phase',
  activity: 'activity',
  insight: 'insight',
  'phase-description': 'phase-description',
  'pregnancy-week': 'pregnancy-week',
} as const satisfies { [Value in ReviewedKind]: Value };

/** The search parameters of the texts to review. */
export const ReviewSearch = z.object({
  /** The texts in this state; left out: those that no clinician has approved. */
  state: z.enum(states).optional().catch(undefined),
  /** The text that is open beside the list, and its kind. */
  kind: z.enum(reviewed).optional().catch(undefined),
  text: Id.optional().catch(undefined),
});
export type ReviewSearch = z.infer<typeof ReviewSearch>;
