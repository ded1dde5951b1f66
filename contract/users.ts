import { z } from 'zod';
import { Id, Instant, Paging, text } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { route } from '#contract/route.ts';

/** Someone who uses the app. */
export const User = z.object({
  id: Id,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  /** Address of the picture; `''` when there is none. */
  profileImage: z.string(),
  isVerified: z.boolean(),
  createdAt: Instant,
  stats: z.object({ posts: z.int(), comments: z.int() }),
});
export type User = z.infer<typeof User>;

export const Metrics = z.object({
  totalUsers: z.int(),
  verifiedUsers: z.int(),
  /** Percent of all users, one decimal at most; 0 when there are none. */
  verificationRate: z.number(),
  /** Active within 30 x 24 hours. */
  activeUsers: z.int(),
  totalPosts: z.int(),
});
export type Metrics = z.infer<typeof Metrics>;

const UserFilter = z.strictObject({
  ...Paging,
  /** Any part of name, username or email, whatever the case and the marks. */
  search: text({ max: 200, name: 'Search' })
    .refine((value) => !/\p{Cc}/u.test(value), { error: 'Search has a character that nobody can type' })
    .default(''),
});

export const UserPage = z.object({
  users: z.array(User),
  pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() }),
});
export type UserPage = z.infer<typeof UserPage>;

export const users = {
  metrics: route('GET /admin/metrics', {
    summary: 'The figures above the user list.',
    output: Metrics,
    failure: failures.metrics.fetch,
  }),
  list: route('GET /admin/users', {
    summary: 'One page of users, newest first.',
    input: UserFilter,
    output: UserPage,
    failure: failures.users.fetch,
  }),
  setStatus: route('PUT /admin/users/{userId}/status', {
    summary: 'Verify or unverify a user.',
    input: z.strictObject({ userId: Id, isVerified: z.boolean() }),
    output: User,
    failure: failures.users.updateStatus,
  }),
  remove: route('DELETE /admin/users/{userId}', {
    summary: 'Erase a user with all posts, comments and likes. Cannot be undone.',
    input: z.strictObject({ userId: Id }),
    failure: failures.users.remove,
  }),
};
