import { z } from 'zod';

/** The search parameters of the Staff page. */
export const StaffSearch = z.object({
  /** The Invite dialog is open. */
  invite: z.literal(true).optional().catch(undefined),
  /** The accounts that are listed, by a name that the page knows; left out: all. */
  show: z.coerce.string().optional(),
});
export type StaffSearch = z.infer<typeof StaffSearch>;
