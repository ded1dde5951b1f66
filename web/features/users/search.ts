import { z } from 'zod';

/** What of the user list stands in the address. Nonsense there falls back to the plain list. */
export const UserSearch = z.object({
  page: z.int().min(1).max(1_000_000_000).optional().catch(undefined),
  search: z.coerce.string().max(200).optional().catch(undefined),
});
export type UserSearch = z.infer<typeof UserSearch>;
