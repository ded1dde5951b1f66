import { z } from 'zod';
import { Actor, Day, Id, Instant, text } from '#contract/common.ts';

/** The next step of a request: a review by a clinician, or the changes that a clinician asked for. */
export const requestStates = ['open', 'changes'] as const;

/** The last turn of a request for the review of a record. A record has at most one. */
export const ReviewRequest = z.object({
  /** The id of the record. */
  id: Id,
  state: z.enum(requestStates),
  /** The account that asked for the review, or the clinician who asked for changes. Null when it was deleted. */
  by: Actor.nullable(),
  /** The clinician who is asked; null for any of them. */
  of: Actor.nullable(),
  /** The day by which the review is wanted; null for none. */
  dueOn: Day.nullable(),
  note: z.string(),
  at: Instant,
  /** Whether the words have changed since then. */
  isChanged: z.boolean(),
  /** The changes that a clinician asked for before this request, until an approval; null for none and in `changes` itself. */
  changes: z.object({ by: Actor.nullable(), note: z.string(), at: Instant }).nullable(),
});
export type ReviewRequest = z.infer<typeof ReviewRequest>;

/** The fields of a request for a review. */
export const ReviewRequestFields = z.strictObject({
  /** The clinician who is asked; null for any of them. */
  of: Id.nullable().default(null),
  /** The day by which the review is wanted. */
  dueOn: Day.nullable().default(null),
  note: text({ max: 500, name: 'Note' }).default(''),
});
