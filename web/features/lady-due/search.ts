import { z } from 'zod';
import type { TrackingMode } from '#contract/lady-due.ts';
import { entitySearch } from '#web/entity/define/entity-search.ts';

// Repeated here, because the contract loads only with the page.
const modes = {
  TRACK_PERIOD: 'TRACK_PERIOD',
  TRACK_PREGNANCY: 'TRACK_PREGNANCY',
  TRYING_TO_CONCEIVE: 'TRYING_TO_CONCEIVE',
  PCOS: 'PCOS',
} as const satisfies { [Mode in TrackingMode]: Mode };

/** The last six characters of each id, concatenated. */
const keys = (most: number) =>
  z
    .string()
    .regex(new RegExp(`^(?:[\\da-f]{6}){0,${most}}$`))
    .optional()
    .catch(undefined);

const on = z.literal(true).optional().catch(undefined);

/** The search parameters of the Lady Due page. */
export const LadyDueSearch = z.object({
  ...entitySearch('category'),
  ...entitySearch('section'),
  ...entitySearch('card'),
  /** Left out: the first mode. */
  mode: z.enum(modes).optional().catch(undefined),
  search: z.coerce.string().optional(),
  status: z.enum(['active', 'inactive']).optional().catch(undefined),
  publish: z.enum(['draft', 'published', 'scheduled', 'ended', 'unshown']).optional().catch(undefined),
  /**
   * The time of the preview in ISO 8601, or `now`. Without room beside the tree, the preview is open while this is set.
   */
  preview: z
    .string()
    .regex(/^(now|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/)
    .optional()
    .catch(undefined),
  /** The preview includes drafts. */
  drafts: on,
  /** The preview shows raw data. */
  raw: on,
  /** The open rows of the tree. Left out: it depends on the number of cards. */
  open: keys(300),
  /** The import dialog is open. */
  import: on,
  /** The records whose new place the open dialog asks for, and whether it makes a copy. */
  place: keys(500),
  copy: on,
});
export type LadyDueSearch = z.infer<typeof LadyDueSearch>;
