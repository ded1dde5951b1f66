import { z } from 'zod';
import { approvalFailures } from '#contract/approval-errors.ts';
import { reviewedKinds } from '#contract/approval-lists.ts';
import { areaRoles } from '#contract/areas.ts';
import { Id, Instant, Version, text } from '#contract/common.ts';
import { route } from '#contract/route.ts';

/** The limits of a sentence and of the words that replace it, in characters. */
export const sentenceLimits = { min: 5, max: 500 } as const;

/** Why a text is in the list of a recall: it has the sentence, or a source or picture of the text with it. */
export const recallReasons = { sentence: 'Same sentence', source: 'Same source', picture: 'Same picture' } as const;
export type RecallReason = keyof typeof recallReasons;

const { max } = sentenceLimits;

/** The text in which the sentence was found, and the sentence. */
const Recalled = z.strictObject({
  kind: z.enum(reviewedKinds),
  id: Id,
  sentence: text({ ...sentenceLimits, name: 'Sentence' }),
});

/** The fields of a recall. */
export const RecallFields = z.strictObject({
  sentence: Recalled.shape.sentence,
  /** The words in its place, or `''` for none; null takes each text with it out of the app. */
  replacement: text({ max, name: 'New words' }).nullable(),
  reason: text({ min: 1, max, name: 'Reason' }),
  /** Whether to ask for a review of the texts with a source or picture of this one, too. */
  related: z.boolean(),
});

const RecallText = z.object({
  kind: z.enum(reviewedKinds),
  id: Id,
  version: Version,
  label: z.string(),
  /** Whether the app shows the text. */
  isShown: z.boolean(),
  /** When a scheduled text that is not in the app yet comes into it; null for every other one. */
  comesAt: Instant.nullable(),
  reasons: z.array(z.enum(Object.keys(recallReasons) as [RecallReason, ...RecallReason[]])).min(1),
});
export type RecallText = z.infer<typeof RecallText>;

/** The area of the medical texts: My Cycle has the same roles. */
const roles = areaRoles['lady-due'].change;

export const recallApi = {
  recall: {
    find: route('GET /admin/recall', {
      summary:
        'The medical texts that a recall concerns: each with the sentence, in its saved words or in those that the app ' +
        'shows or will show, and each with a source or picture of the text `id`. 422 when that text lacks the sentence.',
      input: Recalled,
      output: z.object({ texts: z.array(RecallText) }),
      roles,
      failure: approvalFailures.findRecalled,
    }),
    act: route('POST /admin/recall', {
      summary:
        'Recall a sentence as one operation: replace it in each text with it, or take these texts out of the app, and ask ' +
        'for their review. `seen` has the texts with the sentence: 409 `changed_since` when they are others by now. ' +
        '409 `cannot_replace` with the ids of the texts that would break their rules, and 409 `not_approved` where the ' +
        'new words need an approval; those of an administrator are exempt then, with the reason.',
      input: RecallFields.extend({
        kind: Recalled.shape.kind,
        id: Id,
        seen: z.array(z.strictObject({ id: Id, version: Version })),
      }),
      output: z.object({
        /** The number of texts that were changed. */
        changed: z.int(),
        /** The number of texts for which a review was asked. */
        asked: z.int(),
        /** The number of texts whose new words were exempted from approval. */
        exempt: z.int(),
      }),
      roles,
      failure: approvalFailures.recall,
    }),
  },
};
