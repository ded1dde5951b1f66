import { z } from 'zod';
import { Day, Id } from '#contract/common.ts';
import type { UserSort, UserStatus } from '#contract/users.ts';
import { browserZone } from '#web/lib/dates.ts';
import { keepCookie, readCookie } from '#web/lib/cookie.ts';

// Repeated here, because the contract loads only with the page.
const statuses = { verified: 'verified', unverified: 'unverified' } as const satisfies {
  [Value in Exclude<UserStatus, 'all'>]: Value;
};
const sorts = {
  createdAt: 'createdAt',
  name: 'name',
  '-name': '-name',
  '-lastActiveAt': '-lastActiveAt',
  '-activity': '-activity',
} as const satisfies { [Value in Exclude<UserSort, '-createdAt'>]: Value };

/** The possible numbers of rows per page. */
export const pageSizes = [10, 25, 50, 100] as const;
type PageSize = (typeof pageSizes)[number];

/** The search parameters of the user list. An unknown value counts as left out; the API validates the search. */
export const UserSearch = z.object({
  page: z.int().min(1).max(1_000_000_000).optional().catch(undefined),
  /** Left out: the value kept on this device. */
  limit: z.literal(pageSizes).optional().catch(undefined),
  search: z.coerce.string().optional(),
  status: z.enum(statuses).optional().catch(undefined),
  sort: z.enum(sorts).optional().catch(undefined),
  /** The first and the last day of joining, in the browser's zone. */
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
  /** The user shown beside the list. */
  user: Id.optional().catch(undefined),
});
export type UserSearch = z.infer<typeof UserSearch>;

/** The API's filter and order for the list. */
export const filterOf = ({ search, status, sort, from, to }: UserSearch) => ({
  search,
  status,
  sort,
  from,
  to,
  timeZone: from || to ? browserZone() : undefined,
});

/** `contract/first-lists.ts` reads it too. */
const sizeName = 'awa-desk-users-limit';

/** The page size last chosen in this browser. */
export const keptPageSize = (): PageSize => pageSizes.find((size) => String(size) === readCookie(sizeName)) ?? 10;

export const keepPageSize = (size: PageSize) => keepCookie(sizeName, String(size));
