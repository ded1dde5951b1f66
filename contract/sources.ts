import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { Actor, Id, Instant, text } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { reviewedKinds } from '#contract/approval-lists.ts';
import { route } from '#contract/route.ts';
import { maxSourceKey } from '#contract/source-key.ts';

/** The states of a source that texts must no longer rely on. */
export const sourceStates = { superseded: 'Superseded', withdrawn: 'Withdrawn' } as const;
export type SourceState = keyof typeof sourceStates;

const State = z.enum(Object.keys(sourceStates) as [SourceState, ...SourceState[]]);

export const SourceMark = z.object({
  state: State,
  /** The reason, or the source that takes its place; may be `''`. */
  note: z.string(),
  /** Null when the account was deleted. */
  markedBy: Actor.nullable(),
  markedAt: Instant,
});
export type SourceMark = z.infer<typeof SourceMark>;

/** The maximum length of the note on a source, in characters. */
export const maxSourceNote = 500;

const Key = text({ min: 1, max: maxSourceKey, name: 'Key' });
/** The area of the medical texts: My Cycle has the same roles. */
const { look, change } = areaRoles['lady-due'];

const sources = {
  list: route('GET /admin/sources', {
    summary:
      'The sources that texts cite, by the key of their citations, those with the most texts first: of all words that are saved, ' +
      'and that the app shows or will show. With `marked` only those that are superseded or withdrawn.',
    input: z.strictObject({ marked: z.literal('true').optional() }),
    output: z.object({
      sources: z.array(
        z.object({
          key: z.string(),
          /** One of its citations. */
          citation: z.string(),
          texts: z.int(),
          mark: SourceMark.nullable(),
        }),
      ),
    }),
    roles: look,
    failure: failures.sources.fetch,
  }),
  uses: route('GET /admin/sources/uses', {
    summary: 'Every text that cites a source, in its saved words or in those that the app shows or will show.',
    input: z.strictObject({ key: Key }),
    output: z.object({
      mark: SourceMark.nullable(),
      texts: z.array(z.object({ kind: z.enum(reviewedKinds), id: Id, title: z.string() })),
    }),
    roles: look,
    failure: failures.sources.fetchUses,
  }),
  mark: route('PUT /admin/sources/mark', {
    summary:
      'Mark a source as superseded or withdrawn, or, with null, as in order again. The checks of every text that cites it say so. ' +
      'With a new state, a review is asked of each text that has no open request.',
    input: z.strictObject({
      key: Key,
      state: State.nullable(),
      note: text({ max: maxSourceNote, name: 'Note' }).default(''),
    }),
    output: z.object({ mark: SourceMark.nullable() }),
    roles: change,
    failure: failures.sources.mark,
  }),
};

export const sourcesApi = { sources };
