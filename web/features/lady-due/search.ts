import { z } from 'zod';
import { TrackingMode } from '#contract/lady-due.ts';

/** The parameters of the Lady Due page in the address. */
export const LadyDueSearch = z.object({
  /** Left out, it is the first mode. */
  mode: TrackingMode.optional().catch(undefined),
  search: z.coerce.string().optional(),
  status: z.enum(['active', 'inactive']).optional().catch(undefined),
  publish: z.enum(['draft', 'published', 'scheduled']).optional().catch(undefined),
  /** What is open of the tree: the last six characters of each id, side by side. Left out, it follows from how much there is. */
  open: z
    .string()
    .regex(/^(?:[\da-f]{6}){0,300}$/)
    .optional()
    .catch(undefined),
});
export type LadyDueSearch = z.infer<typeof LadyDueSearch>;
