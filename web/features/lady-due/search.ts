import { z } from 'zod';
import type { TrackingMode } from '#contract/lady-due.ts';
import { entitySearch } from '#web/entity/entity-search.ts';

// Written down here, because the contract loads with the page.
const modes = {
  TRACK_PERIOD: 'TRACK_PERIOD',
  TRACK_PREGNANCY: 'TRACK_PREGNANCY',
  TRYING_TO_CONCEIVE: 'TRYING_TO_CONCEIVE',
  PCOS: 'PCOS',
} as const satisfies { [Mode in TrackingMode]: Mode };

/** The last six characters of each id, side by side. */
const keys = (most: number) =>
  z
    .string()
    .regex(new RegExp(`^(?:[\\da-f]{6}){0,${most}}$`))
    .optional()
    .catch(undefined);

const on = z.literal(true).optional().catch(undefined);

/** The parameters of the Lady Due page in the address. */
export const LadyDueSearch = z.object({
  ...entitySearch('category'),
  ...entitySearch('section'),
  ...entitySearch('card'),
  /** Left out, it is the first mode. */
  mode: z.enum(modes).optional().catch(undefined),
  search: z.coerce.string().optional(),
  status: z.enum(['active', 'inactive']).optional().catch(undefined),
  publish: z.enum(['draft', 'published', 'scheduled']).optional().catch(undefined),
  /** The moment of the preview in ISO 8601, or `now`. Where it has no room beside the tree, it is open while this is there. */
  preview: z
    .string()
    .regex(/^(now|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/)
    .optional()
    .catch(undefined),
  /** The preview shows drafts as well. */
  drafts: on,
  /** The preview is shown as data. */
  raw: on,
  /** What is open of the tree. Left out, it follows from how much there is. */
  open: keys(300),
  /** The dialog of the import is open. */
  import: on,
  /** What the open dialog asks a new place for, and whether that is for a copy. */
  place: keys(500),
  copy: on,
});
export type LadyDueSearch = z.infer<typeof LadyDueSearch>;
