import { z } from 'zod';

/** The parameters of the Staff page in the address: whether the dialog of Invite is open. */
export const StaffSearch = z.object({ invite: z.literal(true).optional().catch(undefined) });
