import { z } from 'zod';
import { Id } from '#contract/common.ts';
import { UserSort, UserStatus } from '#contract/users.ts';

/** What of the user list stands in the address. What is none of the words falls back; the API judges the search. */
export const UserSearch = z.object({
  page: z.int().min(1).max(1_000_000_000).optional().catch(undefined),
  search: z.coerce.string().optional(),
  status: UserStatus.exclude(['all']).optional().catch(undefined),
  sort: UserSort.exclude(['-createdAt']).optional().catch(undefined),
  /** Who is shown beside the list. */
  user: Id.optional().catch(undefined),
});
export type UserSearch = z.infer<typeof UserSearch>;

/** Which users are shown, and in which order; what is left out is all of them, the newest first. */
export type UserFilter = Pick<UserSearch, 'status' | 'sort'>;
