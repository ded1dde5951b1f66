import { z } from 'zod';
import { Day, Id } from '#contract/common.ts';
import { AreaSchema, KindSchema, LoggedKindSchema, Show } from '#contract/history.ts';

/** The filters of the activity page, kept in its address. Unknown values are ignored. */
export const ActivitySearch = z.object({
  area: AreaSchema.optional().catch(undefined),
  kind: LoggedKindSchema.optional().catch(undefined),
  /** Left out: changes. */
  show: Show.exclude(['changes']).optional().catch(undefined),
  /** The actor. */
  person: Id.optional().catch(undefined),
  /** The first and the last day, in the browser's zone. */
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
});

/** The search parameters of the bin: search, filter, and the deleted record shown. */
export const BinSearch = z.object({
  search: z.coerce.string().optional(),
  kind: KindSchema.optional().catch(undefined),
  deleted: Id.optional().catch(undefined),
  deletedKind: KindSchema.optional().catch(undefined),
});
export type BinSearch = z.infer<typeof BinSearch>;
