import { z } from 'zod';
import { Actor, CursorPagination, CursorInput, Id, Instant, SearchText, maxBulk } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { Contains, KindSchema, Operation } from '#contract/history.ts';
import { everyRole, writers } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

export const BinItem = z.object({
  kind: KindSchema,
  id: Id,
  label: z.string(),
  deletedAt: Instant,
  deletedBy: Actor.nullable(),
  /** The records that were deleted with it and are restored with it. */
  contains: Contains,
});
export type BinItem = z.infer<typeof BinItem>;

/** One of several deleted records. */
const Deleted = z.strictObject({ kind: KindSchema, id: Id });

/** Several deleted records, of any kinds. */
const manyDeleted = z
  .array(Deleted)
  .min(1, { error: 'Select at least one row' })
  .max(maxBulk, { error: `Select at most ${maxBulk} rows` })
  .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, { error: 'A row is selected twice' });

export const Restored = z.object({
  /** One operation for each kind, in the order in which they were restored. */
  operations: z.array(Operation),
  /** The records that stay in the bin, each with the reason as a sentence. */
  refused: z.array(z.object({ kind: KindSchema, id: Id, reason: z.string() })),
});
export type Restored = z.infer<typeof Restored>;

/** The maximum counts: of all rows in the bin, and of the results of a search. */
export const [maxCountedInBin, maxFoundInBin] = [10_000, 1000];

/** Each call covers the areas that the role may look at, or change. */
export const binRoutes = {
  list: route('GET /admin/bin', {
    summary:
      'The records deleted in the last 30 days that can be restored, newest first. A search looks for any part of a name; one or two letters, for words that begin with them.',
    input: z.strictObject({ ...CursorInput, kind: KindSchema.optional(), search: SearchText }),
    output: z.object({
      items: z.array(BinItem),
      pagination: CursorPagination.extend({
        /**
         * Whether there are more than `total`, which is at most `maxCountedInBin`, and `maxFoundInBin` for a search.
         */
        totalIsCapped: z.boolean(),
      }),
    }),
    roles: everyRole,
    failure: failures.history.fetchBin,
  }),
  restore: route('POST /admin/bin/{kind}/{id}/restore', {
    summary:
      'Restore a deleted record and the records that were deleted with it, under the same ids. Answers the operation.',
    input: Deleted,
    output: Operation,
    roles: writers,
    failure: failures.history.restore,
  }),
  restoreSelected: route('POST /admin/bin/restore', {
    summary:
      'Restore several deleted records, each with the records that were deleted with it. A record that cannot be restored stays in the bin, and the answer says why.',
    input: z.strictObject({ items: manyDeleted }),
    output: Restored,
    roles: writers,
    failure: failures.history.restoreSelected,
  }),
};
