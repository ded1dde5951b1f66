import { z } from 'zod';
import { Id } from '#contract/common.ts';

/** A name. Which ones exist is known to the page, with which the contract loads. */
const Name = z.string().optional().catch(undefined);

/** The search parameters of the texts to review. */
export const ReviewSearch = z.object({
  /** The texts in this state; left out: those that no clinician has approved. */
  state: Name,
  /** The text that is open beside the list, and its kind. */
  kind: Name,
  text: Id.optional().catch(undefined),
});
export type ReviewSearch = z.infer<typeof ReviewSearch>;
