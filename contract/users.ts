import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { Day, HiddenAt, Id, Instant, PageInput, SearchText, TimeZone, manyIds } from '#contract/common.ts';
import { failures, kindFailures } from '#contract/errors.ts';
import { route } from '#contract/route.ts';

/** A person who uses the app. */
export const User = z.object({
  id: Id,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  /** Address of the picture; `''` when there is none. */
  profileImage: z.string(),
  isVerified: z.boolean(),
  createdAt: Instant,
  /** Null when the user was never seen after joining. */
  lastActiveAt: Instant.nullable(),
  stats: z.object({ posts: z.int(), comments: z.int() }),
});
export type User = z.infer<typeof User>;

/** The maximum number of posts in `recentPosts`, and of comments in `recentComments`. */
export const maxRecent = 10;

/** One user, with the fields that the list leaves out. */
export const UserDetail = User.extend({
  /** Newest first. */
  recentPosts: z.array(
    z.object({
      id: Id,
      content: z.string(),
      imageUrl: z.string(),
      createdAt: Instant,
      hiddenAt: HiddenAt,
      _count: z.object({ likes: z.int(), comments: z.int() }),
    }),
  ),
  /** Newest first, each with its post. */
  recentComments: z.array(
    z.object({
      id: Id,
      content: z.string(),
      createdAt: Instant,
      hiddenAt: HiddenAt,
      post: z.object({ id: Id, content: z.string() }),
    }),
  ),
});
export type UserDetail = z.infer<typeof UserDetail>;

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

/** The number of people that a new announcement reaches. */
const Audience = Metrics.pick({ activeUsers: true });

/**
 * A count for each day of the zone, oldest first, today last. A day without any has 0. Only users and posts that still
 * exist are counted.
 */
export const DailyCounts = z.object({ days: z.array(z.object({ day: Day, count: z.int() })) });
export type DailyCounts = z.infer<typeof DailyCounts>;

export const UserStatus = z.enum(['all', 'verified', 'unverified']);
export type UserStatus = z.infer<typeof UserStatus>;

/**
 * `name` sorts by the displayed name: the name, or else the username, folded as in a search. Users with neither are
 * last, in both directions. `-lastActiveAt` has users who were never active last, `-activity` has those with the most
 * posts and comments first.
 */
export const UserSort = z.enum(['-createdAt', 'createdAt', 'name', '-name', '-lastActiveAt', '-activity']);
export type UserSort = z.infer<typeof UserSort>;

const UserFilter = z.strictObject({
  /**
   * An id, or words in any order: each matches any part of name, username or email, ignoring case, diacritics and an `@`
   * before it.
   */
  search: SearchText,
  status: UserStatus.default('all'),
  sort: UserSort.default('-createdAt'),
  /** The first and the last day of joining, in `timeZone`. */
  from: Day.optional(),
  to: Day.optional(),
  timeZone: TimeZone,
});
export type UserFilter = z.output<typeof UserFilter>;

/** The maximum count for a search or a range of days. */
export const maxCounted = 10_000;

export const UserPage = z.object({
  users: z.array(User),
  pagination: z.object({
    page: z.int(),
    limit: z.int(),
    /** Exact without a search and a range of days; at most `maxCounted` with one. */
    total: z.int(),
    totalPages: z.int(),
    /** Whether there are more than `total`. Pages after `totalPages` then work too, as long as there are users. */
    totalIsCapped: z.boolean(),
  }),
});
export type UserPage = z.infer<typeof UserPage>;

const { look, change } = areaRoles.users;

/** Counts for a number of days, including today. */
const byDay = {
  input: z.strictObject({ days: z.int().min(1).max(366).default(30), timeZone: TimeZone }),
  output: DailyCounts,
  roles: look,
  failure: failures.metrics.fetch,
};

export const userRoutes = {
  metrics: route('GET /admin/metrics', {
    summary: 'The figures above the user list.',
    output: Metrics,
    roles: look,
    failure: failures.metrics.fetch,
  }),
  audience: route('GET /admin/metrics/audience', {
    summary: 'How many people used the app in the last 30 days, for those who may announce something to them.',
    output: Audience,
    roles: areaRoles.announcements.change,
    failure: failures.metrics.fetch,
  }),
  signups: route('GET /admin/metrics/signups', { summary: 'Users by the day they joined.', ...byDay }),
  posts: route('GET /admin/metrics/posts', { summary: 'Posts by the day they were written.', ...byDay }),
  writers: route('GET /admin/metrics/writers', {
    summary: 'People who wrote a post or a comment, by the day.',
    ...byDay,
  }),
  list: route('GET /admin/users', {
    summary: 'One page of users.',
    input: z.strictObject({ ...PageInput, ...UserFilter.shape }),
    output: UserPage,
    roles: look,
    failure: kindFailures.user.fetch,
  }),
  export: route('GET /admin/users/export', {
    summary: 'All users of a filter as a table for spreadsheets, streamed.',
    input: UserFilter,
    output: z.file().mime('text/csv'),
    roles: ['administrator'],
    confirm: true,
    failure: failures.content.export,
  }),
  get: route('GET /admin/users/{userId}', {
    summary: 'One user, with recent posts.',
    input: z.strictObject({ userId: Id }),
    output: UserDetail,
    roles: look,
    failure: failures.users.fetchOne,
  }),
  setStatus: route('PUT /admin/users/{userId}/status', {
    summary: 'Verify or unverify a user.',
    input: z.strictObject({ userId: Id, isVerified: z.boolean() }),
    output: User,
    roles: change,
    failure: failures.users.updateStatus,
  }),
  bulk: route('POST /admin/users/bulk', {
    summary: 'Verify or unverify several users: all of them or, when one does not exist, none.',
    input: z.strictObject({ ids: manyIds('user', 'users'), action: z.enum(['verify', 'unverify']) }),
    /** The number of users that the call changed. */
    output: z.object({ count: z.int() }),
    roles: change,
    failure: failures.users.updateStatus,
  }),
  remove: route('DELETE /admin/users/{userId}', {
    summary: 'Erase a user with all posts, comments and likes. Cannot be undone.',
    input: z.strictObject({ userId: Id }),
    roles: ['administrator', 'moderator'],
    confirm: true,
    failure: kindFailures.user.remove,
  }),
};

export const usersApi = { users: userRoutes };
