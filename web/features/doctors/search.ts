import { z } from 'zod';
import { Id } from '#contract/common.ts';

/** What of the doctors stands in the address. What is no id and none of the words is ignored. */
export const DoctorSearch = z.object({
  search: z.coerce.string().optional(),
  specialty: z.coerce.string().optional(),
  /** Who is shown beside the list. */
  doctor: Id.optional().catch(undefined),
  /** What is written there: somebody new, or the shown one. */
  form: z.enum(['new', 'edit']).optional().catch(undefined),
  /** Whose history is open. */
  history: Id.optional().catch(undefined),
});
export type DoctorSearch = z.infer<typeof DoctorSearch>;
