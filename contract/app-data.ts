import { z } from 'zod';
import { Id, Instant, maxBulk, optionalInstant, requiredEmail, text } from '#contract/common.ts';
import { optionalImageUrl } from '#contract/images.ts';
import { maxMarked } from '#contract/mark-places.ts';
import { Language } from '#contract/moderation.ts';
import { route } from '#contract/route.ts';

// People, and what they write, as the app's backend sends them. Ids are those of the app.

/** Why one row of a call cannot be written, by its code. The other rows of the call are written. */
export const refusals = {
  erased: 'It was erased within the last 30 days, and is not written again.',
  person_unknown: 'There is no person with this id.',
  post_unknown: 'There is no post with this id.',
  other_person: 'The stored one is by another person.',
  other_post: 'The stored comment is on another post.',
} as const;

export const RefusalCode = z.enum(Object.keys(refusals) as [keyof typeof refusals]);
export type RefusalCode = z.infer<typeof RefusalCode>;

const aDay = 24 * 60 * 60 * 1000;

/** A time of the app. Its clock may be fast by a day at most. */
const momentOfApp = (name: string) =>
  optionalInstant(name)
    .unwrap()
    .refine((value) => Date.parse(value) <= Date.now() + aDay, { error: `${name} must be at most a day from now` });

const personFields = {
  name: text({ max: 200, name: 'Name' }),
  username: text({ max: 100, name: 'Username' }),
  email: requiredEmail('Email'),
  profileImage: optionalImageUrl('Profile image'),
  isVerified: z.boolean(),
  /** The language in which moderators answer the person. */
  language: Language.nullable(),
  lastActiveAt: momentOfApp('Last active'),
  createdAt: momentOfApp('Created'),
};

const postFields = {
  secretId: Id.nullable(),
  communityId: Id.nullable(),
  /** May be empty: a post can be a picture alone. */
  content: text({ max: maxMarked, name: 'Content' }),
  imageUrl: optionalImageUrl('Image'),
  createdAt: momentOfApp('Created'),
};

const commentFields = {
  content: text({ min: 1, max: maxMarked, name: 'Content' }),
  createdAt: momentOfApp('Created'),
};

/** A row that is stored already keeps the fields that are not sent. */
const AppPerson = z.strictObject({ id: Id, ...z.object(personFields).partial().shape, email: personFields.email });

const AppPost = z.strictObject({
  id: Id,
  personId: Id,
  ...z.object(postFields).partial().shape,
  content: postFields.content,
});

const AppComment = z.strictObject({
  id: Id,
  postId: Id,
  personId: Id,
  content: commentFields.content,
  createdAt: commentFields.createdAt.optional(),
});

const AppLike = z.strictObject({ postId: Id, personId: Id });
const AppMember = z.strictObject({ secretId: Id, personId: Id });

/** The rows of one call: 1 to 500, and none of them twice. `key` names the fields that identify a row. */
const rowsOf = <Row extends z.ZodObject>(row: Row, key: (keyof z.output<Row> & string)[]) =>
  z
    .array(row)
    .min(1, { error: 'Send at least one' })
    .max(maxBulk, { error: `Send at most ${maxBulk} in a call` })
    .check(({ value: rows, issues }) => {
      const seen = new Set<string>();
      for (const [index, one] of rows.entries()) {
        const id = key.map((name) => one[name]).join(' ');
        if (seen.has(id)) {
          const path = [index, ...(key.length === 1 ? key : [])];
          issues.push({ code: 'custom', input: one, path, message: 'This one is in the call twice' });
        }
        seen.add(id);
      }
    });

const refusal = { code: RefusalCode, message: z.string() };

/** The answer to rows of which each may be refused: how many are stored now as they were sent, and the others. */
const answerOf = <Key extends z.ZodRawShape>(key: Key) =>
  z.object({ written: z.int(), refused: z.array(z.object({ ...key, ...refusal })) });

const AppPersonState = z.object({ id: Id, isVerified: z.boolean(), createdAt: Instant });

/**
 * `isHidden`: staff have hidden it, and the app must not show it to anyone but its author. `coveredText`: the text with
 * blocks over words that staff have covered, to be shown to everyone but its author; null when no word is covered.
 */
const AppTextState = z.object({ id: Id, isHidden: z.boolean(), coveredText: z.string().nullable() });

const byId = z.strictObject({ id: Id });
const changed = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject({ id: Id, ...z.object(fields).partial().shape });

const toPeople = { access: 'app', scope: 'people:write' } as const;
const toPosts = { access: 'app', scope: 'posts:write' } as const;

const appPeopleRoutes = {
  write: route('POST /app/v1/people', {
    summary: `Write 1 to ${maxBulk} people: new ones, and the sent fields of those that are stored.`,
    input: z.strictObject({ people: rowsOf(AppPerson, ['id']) }),
    output: answerOf({ id: Id }),
    ...toPeople,
  }),
  get: route('GET /app/v1/people/{id}', {
    summary: 'Whether a person is verified.',
    input: byId,
    output: AppPersonState,
    access: 'app',
    scope: 'people:read',
  }),
  update: route('PUT /app/v1/people/{id}', {
    summary: 'Change the sent fields of a person.',
    input: changed(personFields),
    ...toPeople,
  }),
  remove: route('DELETE /app/v1/people/{id}', {
    summary: 'Erase a person with all posts, comments and likes. Cannot be undone.',
    input: byId,
    ...toPeople,
  }),
};

const appPostRoutes = {
  write: route('POST /app/v1/posts', {
    summary: `Write 1 to ${maxBulk} posts: new ones, and the sent fields of those that are stored.`,
    input: z.strictObject({ posts: rowsOf(AppPost, ['id']) }),
    output: answerOf({ id: Id }),
    ...toPosts,
  }),
  get: route('GET /app/v1/posts/{id}', {
    summary:
      'Whether staff have hidden a post, and its comments with it, and its text with blocks if staff have covered words.',
    input: byId,
    output: AppTextState,
    ...toPosts,
  }),
  update: route('PUT /app/v1/posts/{id}', {
    summary: 'Change the sent fields of a post.',
    input: changed(postFields),
    ...toPosts,
  }),
  remove: route('DELETE /app/v1/posts/{id}', {
    summary: 'Delete a post with its comments and likes. Cannot be undone.',
    input: byId,
    ...toPosts,
  }),
};

const appCommentRoutes = {
  write: route('POST /app/v1/comments', {
    summary: `Write 1 to ${maxBulk} comments: new ones, and the sent fields of those that are stored.`,
    input: z.strictObject({ comments: rowsOf(AppComment, ['id']) }),
    output: answerOf({ id: Id }),
    ...toPosts,
  }),
  get: route('GET /app/v1/comments/{id}', {
    summary: 'Whether staff have hidden a comment, and its text with blocks if staff have covered words.',
    input: byId,
    output: AppTextState,
    ...toPosts,
  }),
  update: route('PUT /app/v1/comments/{id}', {
    summary: 'Change the sent fields of a comment.',
    input: changed(commentFields),
    ...toPosts,
  }),
  remove: route('DELETE /app/v1/comments/{id}', { summary: 'Delete a comment.', input: byId, ...toPosts }),
};

const appLikeRoutes = {
  write: route('POST /app/v1/likes', {
    summary: `Write 1 to ${maxBulk} likes. One that is stored stays.`,
    input: z.strictObject({ likes: rowsOf(AppLike, ['postId', 'personId']) }),
    output: answerOf(AppLike.shape),
    ...toPosts,
  }),
  remove: route('DELETE /app/v1/likes', { summary: 'Take a like back.', input: AppLike, ...toPosts }),
};

const appMemberRoutes = {
  write: route('POST /app/v1/members', {
    summary: `Write 1 to ${maxBulk} members of secrets. One that is stored stays.`,
    input: z.strictObject({ members: rowsOf(AppMember, ['secretId', 'personId']) }),
    output: answerOf(AppMember.shape),
    ...toPosts,
  }),
  remove: route('DELETE /app/v1/members', { summary: 'A member leaves a secret.', input: AppMember, ...toPosts }),
};

export const appDataApi = {
  appPeople: appPeopleRoutes,
  appPosts: appPostRoutes,
  appComments: appCommentRoutes,
  appLikes: appLikeRoutes,
  appMembers: appMemberRoutes,
};
