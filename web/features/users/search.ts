import { z } from 'zod';

/** What of the user list stands in the address. A page that is none falls back to the first; the API judges the search. */
export const UserSearch = z.object({
  page: z.int().min(1).max(1_000_000_000).optional().catch(undefined),
  search: z.coerce.string().optional(),
});
export type UserSearch = z.infer<typeof UserSearch>;
