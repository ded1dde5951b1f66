import { z } from 'zod';
import { Id } from '#contract/common.ts';
import { UserSort, UserStatus } from '#contract/users.ts';

/** What the address says of the user list. A word that is not known counts as left out; the API checks the search. */
export const UserSearch = z.object({
  page: z.int().min(1).max(1_000_000_000).optional().catch(undefined),
  search: z.coerce.string().optional(),
  status: UserStatus.exclude(['all']).optional().catch(undefined),
  sort: UserSort.exclude(['-createdAt']).optional().catch(undefined),
  /** Who is shown beside the list. */
  user: Id.optional().catch(undefined),
});
export type UserSearch = z.infer<typeof UserSearch>;
