import { z } from 'zod';

/** The search parameters of the Staff page: whether the Invite dialog is open. */
export const StaffSearch = z.object({ invite: z.literal(true).optional().catch(undefined) });
