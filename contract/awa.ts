import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { CursorPagination, CursorInput, HiddenAt, Id, Instant, hiddenDays, manyIds, text } from '#contract/common.ts';
import { answered, entity } from '#contract/entity.ts';
import { entityRoutes } from '#contract/entity-routes.ts';
import { failures, kindFailures } from '#contract/errors.ts';
import { choiceField, colourField, imageField, parentField, textField } from '#contract/fields.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { Mark, MarkedPlace } from '#contract/mark.ts';
import { route } from '#contract/route.ts';

/**
 * The topic colours that the form offers, by name. Each has a contrast of at least 4.5 with white text, or with black.
 */
export const topicColours = {
  Rose: '#FF6B9D',
  Coral: '#EE6F4C',
  Gold: '#E3B23C',
  Amber: '#C77700',
  Leaf: '#5E9C3A',
  Lagoon: '#1F9D8F',
  Sea: '#2874B2',
  Indigo: '#3F5FBF',
  Violet: '#7A5BD0',
  Orchid: '#A84FB5',
  Clay: '#8C5A3C',
  Slate: '#5B6472',
} as const;

export const topicFields = entity('topic', {
  title: textField('Title', { min: 1, max: 100 }),
  description: textField('Description', { max: 2000 }),
  color: colourField('Colour', '#FF6B9D'),
});

export const secretFields = entity('secret', {
  topicId: parentField('topic'),
  title: textField('Title', { min: 1, max: 200 }),
  groupMode: { ...choiceField('Group', trackingModes), required: true as const },
  imageUrl: imageField('Image'),
});

export const communityFields = entity('community', {
  topicId: parentField('topic'),
  name: textField('Name', { min: 1, max: 200 }),
  description: textField('Description', { max: 2000 }),
});

export type Community = z.infer<typeof communityFields.Entity>;

/** `members` is the number of app users who have joined it. */
export const answeredSecret = answered(secretFields, { members: z.int() });
export type Secret = z.infer<typeof answeredSecret.Entity>;

export const answeredTopic = answered(topicFields, {
  secrets: z.array(answeredSecret.Entity),
  communities: z.array(communityFields.Entity),
});
/** A topic with its secrets and communities, newest first. */
export type TopicTree = z.infer<typeof answeredTopic.Entity>;

/** Fields that staff need and the app does not. */
const internal = { version: true, createdAt: true, createdBy: true } as const;

const ShownTopic = topicFields.Entity.omit(internal).extend({
  secrets: z.array(secretFields.Entity.omit({ ...internal, topicId: true })),
  communities: z.array(communityFields.Entity.omit({ ...internal, topicId: true })),
});

/** An author without anything that identifies the person: neither the id nor the email. */
const Author = z.object({
  /** `''` when the author has none. */
  username: z.string(),
  /** Null when the author has no picture. */
  profiles: z.object({ profile_image: z.string() }).nullable(),
});

const Post = z.object({
  id: Id,
  content: z.string(),
  /** `''` when there is none. */
  imageUrl: z.string(),
  createdAt: Instant,
  hiddenAt: HiddenAt,
  user: Author,
  /** Hidden comments are not counted. */
  _count: z.object({ likes: z.int(), comments: z.int() }),
  /** The secret of the post. A `secretId` without a `secret` means that the secret was deleted. */
  secretId: Id.nullable(),
  secret: z.object({ id: Id, title: z.string() }).nullable(),
  /** Like `secretId`. */
  communityId: Id.nullable(),
  community: z.object({ id: Id, name: z.string() }).nullable(),
  /** The places in the content that may need a look, in the order of the text. */
  marks: z.array(MarkedPlace),
});
export type Post = z.infer<typeof Post>;

const Comment = z.object({
  id: Id,
  content: z.string(),
  createdAt: Instant,
  hiddenAt: HiddenAt,
  user: Author,
  /** As for posts. */
  marks: z.array(MarkedPlace),
});
export type Comment = z.infer<typeof Comment>;

const PostFilter = z.strictObject({
  /** Matches any part of the text, ignoring case and diacritics. */
  search: text({ max: 200, name: 'Search' })
    .refine((value) => !/\p{Cc}/u.test(value), { error: 'Search has a character that nobody can type' })
    .default(''),
  /** Posts in a secret or a community of this topic. */
  topicId: Id.optional(),
  secretId: Id.optional(),
  communityId: Id.optional(),
  /**
   * Posts with this mark, or with any; `harm`: with any of the marks of a person who may be in danger. `serious` returns
   * posts with any mark, the most serious first: people in danger, then exposed personal data, requests for money or
   * offers of cures, then links.
   */
  marks: z.enum(['any', 'serious', 'harm', ...Mark.options]).optional(),
  /** The posts that are hidden; otherwise those that the app shows. */
  hidden: z.literal('true').optional(),
});
export type PostFilter = z.output<typeof PostFilter>;

/** The texts to hide, or to show again, of at most 500 ids. */
const visibility = (one: string, many: string) => z.strictObject({ ids: manyIds(one, many), isHidden: z.boolean() });

/** The maximum count for a search, for hidden posts, and for a filter by marks combined with another filter. */
export const maxCountedPosts = 10_000;

const { look, change } = areaRoles.awa;

const posts = {
  list: route('GET /admin/awa/posts', {
    summary: 'The posts of a filter, newest first, or with `marks=serious` the most serious first.',
    input: PostFilter.extend(CursorInput),
    output: z.object({
      posts: z.array(Post),
      pagination: CursorPagination.extend({
        /** Whether there are more posts than `total`. */
        totalIsCapped: z.boolean(),
        /**
         * The start of this page. As `cursor` it returns the same page again, even after new posts; as `since` it
         * counts the newer posts. Null for an empty page.
         */
        newest: z.string().nullable(),
      }),
    }),
    roles: look,
    failure: kindFailures.post.fetch,
  }),
  countNew: route('GET /admin/awa/posts/new', {
    summary:
      'How many posts of a filter come before the first one of a page, which began at `newest`. At most 1,000 are counted.',
    input: PostFilter.extend({ since: z.string().max(200) }),
    output: z.object({ count: z.int(), countIsCapped: z.boolean() }),
    roles: look,
    failure: kindFailures.post.fetch,
  }),
  remove: route('DELETE /admin/awa/posts/{id}', {
    summary:
      'Delete a post with its comments, likes and image. Cannot be undone. A post that was deleted already is 204 too.',
    input: z.strictObject({ id: Id }),
    roles: change,
    failure: kindFailures.post.remove,
  }),
  bulkRemove: route('POST /admin/awa/posts/bulk-delete', {
    summary: 'Delete several posts. Posts that are already deleted are skipped. Cannot be undone.',
    input: z.strictObject({ ids: manyIds('post', 'posts') }),
    /** The number of posts that the call deleted. */
    output: z.object({ count: z.int() }),
    roles: change,
    failure: kindFailures.post.remove,
  }),
  setHidden: route('POST /admin/awa/posts/visibility', {
    summary:
      'Hide posts from the app, or show them again. A hidden post keeps its comments and likes, counts nowhere, and is erased ' +
      `after ${hiddenDays} days. Posts that are already so, or deleted, are skipped.`,
    input: visibility('post', 'posts'),
    /** The posts that the call changed. */
    output: z.object({ ids: z.array(Id) }),
    roles: change,
    failure: kindFailures.post.update,
  }),
};

const comments = {
  list: route('GET /admin/awa/posts/{id}/comments', {
    summary: 'A post with its comments, oldest first, also those that are hidden.',
    input: z.strictObject({ id: Id, ...CursorInput }),
    output: z.object({ post: Post, comments: z.array(Comment), pagination: CursorPagination }),
    roles: look,
    failure: kindFailures.comment.fetch,
  }),
  remove: route('DELETE /admin/awa/comments/{id}', {
    summary: 'Delete a comment. Cannot be undone. A comment that was deleted already is 204 too.',
    input: z.strictObject({ id: Id }),
    roles: change,
    failure: kindFailures.comment.remove,
  }),
  setHidden: route('POST /admin/awa/comments/visibility', {
    summary: 'Hide comments from the app, or show them again, as with posts.',
    input: visibility('comment', 'comments'),
    /** The comments that the call changed. */
    output: z.object({ ids: z.array(Id) }),
    roles: change,
    failure: kindFailures.comment.update,
  }),
};

const awa = {
  analytics: route('GET /admin/awa/analytics', {
    summary: 'How much there is in Awa Secrets, and how many people use the app.',
    output: z.object({
      totals: z.object({
        topics: z.int(),
        secrets: z.int(),
        communities: z.int(),
        posts: z.int(),
        /** Active within 30 x 24 hours. */
        activeUsers: z.int(),
      }),
      /** The number of posts with any mark, with any mark of danger, and with each mark. */
      needsALook: z.object({
        any: z.int(),
        harm: z.int(),
        ...Object.fromEntries(Mark.options.map((mark) => [mark, z.int()])),
      } as Record<'any' | 'harm' | Mark, z.ZodInt>),
    }),
    roles: look,
    failure: failures.analytics.fetch,
  }),
  published: route('GET /content/v1/awa', {
    summary: 'What the app shows: all topics with their secrets and communities, newest first.',
    output: z.object({ topics: z.array(ShownTopic) }),
    access: 'public',
    failure: kindFailures.topic.fetch,
  }),
};

export const awaApi = {
  topics: entityRoutes(answeredTopic, { list: 'All topics with their secrets and communities, newest first.' }),
  secrets: entityRoutes(answeredSecret),
  communities: entityRoutes(communityFields),
  posts,
  comments,
  awa,
};
