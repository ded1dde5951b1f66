import { z } from 'zod';
import { approvalFailures } from '#contract/approval-errors.ts';
import { renewalDays, reviewedKinds } from '#contract/approval-lists.ts';
import { Day, Id, Instant, Version } from '#contract/common.ts';
import { approvers } from '#contract/roles.ts';
import { requestStates } from '#contract/review-requests.ts';
import { route } from '#contract/route.ts';

/** The lists of texts that a clinician or an editor should look at. */
export const reviewStates = {
  mine: 'Waiting for me',
  asked: 'Asked by me',
  returned: 'Sent back to me',
  changes: 'Changes asked for',
  remarks: 'Remarks for me',
  unshown: 'Changes not shown',
  scheduled: 'In the app soon',
  unapproved: 'Not approved',
  exempt: 'Exempt',
  due: 'Due soon',
  overdue: 'Overdue',
} as const;
export type ReviewState = keyof typeof reviewStates;

/** Hours before words come into the app from which they are in the list `scheduled`. */
export const soonHours = 24;

/** The maximum number of texts in a list. */
export const maxReviewTexts = 200;

const State = z.enum(Object.keys(reviewStates) as [ReviewState, ...ReviewState[]]);

/** `approved` for 30 days, in the list of the account that asked. */
const RequestState = z.enum([...requestStates, 'approved']);

const Named = z.object({ kind: z.enum(reviewedKinds), id: Id, version: Version, label: z.string() });

/** When a scheduled record that is not in the app yet comes into it; null for every other one. */
const comesAt = Instant.nullable();

const ReviewText = Named.extend({
  /** Whether the app shows the record. */
  isShown: z.boolean(),
  comesAt,
  /**
   * Of an approval, when it falls due; of an exemption, a request and a remark, when it was made; in `scheduled`, when the
   * words come into the app; else when the text was last saved.
   */
  at: Instant,
  /** The next step of its request, and in the lists of requests the day by which the review is wanted. */
  request: z.object({ state: RequestState, dueOn: Day.nullable() }).nullable(),
});
export type ReviewText = z.infer<typeof ReviewText>;

/** Values by the names of their fields. */
const Values = z.record(z.string(), z.unknown());

export const reviewApi = {
  review: {
    list: route('GET /admin/review', {
      summary:
        'The medical texts in one of these states, by their saved words. Those in the app, and those that are scheduled for it, come first, and of these the one ' +
        `that has waited longest; at most ${maxReviewTexts}. \`due\` begins ${renewalDays} days before the due date. ` +
        'A request with a day comes first in `mine`, `asked`, `returned` and `changes`. `mine` has the requests of the account, and ' +
        'those of any clinician if it can approve. `returned` has the texts with changes asked for that the account sent to ' +
        'review, or that it last saved when no existing account did; texts without such an account are in every list. ' +
        '`remarks` has the texts with an open remark that mentions it, `unshown` ' +
        `those with saved words that the app neither shows nor will show, \`scheduled\` those that come into the app, or whose new words do, within ${soonHours} hours.`,
      input: z.strictObject({ state: State }),
      output: z.object({ texts: z.array(ReviewText), counts: z.record(State, z.int()) }),
      roles: approvers,
      failure: approvalFailures.listTexts,
    }),
    read: route('GET /admin/review/{kind}/{id}', {
      summary:
        'The reviewed fields of a text as they are saved, and as the app shows them: `shown` is null while it shows nothing ' +
        'of the record. `comesAt` says when a scheduled one comes into the app.',
      input: z.strictObject({ kind: z.enum(reviewedKinds), id: Id }),
      output: Named.extend({ words: Values, shown: Values.nullable(), comesAt }),
      roles: approvers,
      failure: approvalFailures.readText,
    }),
  },
};
