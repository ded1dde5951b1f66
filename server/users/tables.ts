import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CoveredPlace, Mark, MarkedPlace } from '#contract/mark.ts';
import type { NoteKind } from '#contract/user-notes.ts';
import { staff } from '#server/auth/tables.ts';
import { digest, id, instant, timestamps } from '#server/database/columns.ts';

/** The app writes these times. A time far outside this range is an error, and no list could show it. */
const isPlausible = (...columns: AnyPgColumn[]) =>
  sql.join(
    columns.map((column) => sql`${column} BETWEEN '2000-01-01T00:00:00Z' AND '2100-01-01T00:00:00Z'`),
    sql` AND `,
  );

/** Text in the order of its code points, which is the same on every Postgres. */
const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/**
 * People who use the app. `search` is the searched text: folded name, username and email. A page is found in an index
 * with the columns of its order: each order has one index for all users and one within a status. Those for all users
 * also include the searched and filtered columns; the builder cannot express that, so they are defined in the
 * migrations. Both texts are cut at the maximum length of an index entry. Triggers maintain the counts of posts and
 * comments that are not hidden (decision 18); `sortActive` is before all times for users who were never active.
 */
export const users = pgTable(
  'users',
  {
    id: id(),
    name: text('name').notNull().default(''),
    username: text('username').notNull().default(''),
    email: text('email').notNull(),
    profileImage: text('profile_image').notNull().default(''),
    isVerified: boolean('is_verified').notNull().default(false),
    lastActiveAt: instant('last_active_at'),
    /** The language that the person reads. An app that writes by SQL may store any word. */
    language: text('language'),
    postCount: integer('post_count').notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
    search: text('search')
      .notNull()
      .generatedAlwaysAs(sql`left(fold(name || chr(31) || username || chr(31) || email), 550)`),
    sortName: plainText('sort_name')
      .notNull()
      .generatedAlwaysAs(sql`left(fold(coalesce(nullif(name, ''), username)), 100)`),
    sortActive: timestamp('sort_active', { precision: 3, withTimezone: true, mode: 'string' })
      .notNull()
      .generatedAlwaysAs(sql`coalesce(last_active_at, '-infinity')`),
    activity: integer('activity')
      .notNull()
      .generatedAlwaysAs(sql`post_count + comment_count`),
    ...timestamps(),
  },
  (table) => [
    index('users_status_created').on(
      table.isVerified,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('users_status_name').on(table.isVerified, table.sortName, table.id),
    index('users_search').using('gin', table.search.op('gin_trgm_ops')),
    index('users_status_active').on(table.isVerified, table.sortActive, table.id),
    index('users_status_activity').on(table.isVerified, table.activity, table.id),
    check('users_times', isPlausible(table.createdAt, table.updatedAt, table.lastActiveAt)),
  ],
);

/**
 * The time at which staff hid a text, and the running hour (`running_hour()`) of it, from which the 30 days until it is
 * erased count. Both are null while the app shows the text.
 */
const hiding = () => ({ hiddenAt: instant('hidden_at'), hiddenHour: integer('hidden_hour') });

/**
 * `marks` has each mark that version `rules` of the rules found in the text, once, and `places` their places; a changed
 * text has none until it is checked again.
 */
const marking = () => ({
  marks: text('marks').$type<Mark>().array().notNull().default([]),
  places: jsonb('places').$type<MarkedPlace[]>().notNull().default([]),
  rules: integer('rules').notNull().default(0),
});

/** The places of a text that the app shows as blocks, in UTF-16 code units. A changed text has none. */
const covering = () => ({
  covered: jsonb('covered').$type<CoveredPlace[]>().notNull().default([]),
});

/** Rows of a user or a post are deleted with it. */
const ofUser = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
const ofPost = () =>
  uuid('post_id')
    .notNull()
    .references(() => posts.id, { onDelete: 'cascade' });

/**
 * The posts of app users. `secretId` and `communityId` are plain ids: a post remains when its secret or community is
 * deleted, and is connected with it again when that is restored. Triggers maintain the counts of likes and of comments
 * that the app shows.
 */
export const posts = pgTable(
  'posts',
  {
    id: id(),
    userId: ofUser(),
    secretId: uuid('secret_id'),
    communityId: uuid('community_id'),
    content: text('content').notNull(),
    imageUrl: text('image_url').notNull().default(''),
    likeCount: integer('like_count').notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
    ...marking(),
    search: text('search')
      .notNull()
      .generatedAlwaysAs(sql`fold(content)`),
    ...hiding(),
    ...covering(),
    createdAt: timestamps().createdAt,
  },
  (table) => {
    const newestFirst = () => [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const;
    return [
      index('posts_user').on(table.userId, table.createdAt.desc().nullsFirst()),
      index('posts_created').on(...newestFirst()),
      index('posts_secret')
        .on(table.secretId, ...newestFirst())
        .where(sql`${table.secretId} IS NOT NULL`),
      index('posts_community')
        .on(table.communityId, ...newestFirst())
        .where(sql`${table.communityId} IS NOT NULL`),
      index('posts_marked')
        .on(...newestFirst())
        .where(sql`${table.marks} <> '{}'`),
      index('posts_serious')
        .on(sql`seriousness(${table.marks}) DESC`, ...newestFirst())
        .where(sql`${table.marks} <> '{}'`),
      index('posts_rules').on(table.rules),
      index('posts_hidden')
        .on(table.hiddenHour)
        .where(sql`${table.hiddenAt} IS NOT NULL`),
      index('posts_search').using('gin', table.search.op('gin_trgm_ops')),
      check('posts_times', isPlausible(table.createdAt)),
    ];
  },
);

/** The members of each secret. A plain id, as in `posts`. */
export const secretMembers = pgTable(
  'secret_members',
  {
    secretId: uuid('secret_id').notNull(),
    userId: ofUser(),
  },
  (table) => [primaryKey({ columns: [table.secretId, table.userId] }), index('secret_members_user').on(table.userId)],
);

export const comments = pgTable(
  'comments',
  {
    id: id(),
    postId: ofPost(),
    userId: ofUser(),
    content: text('content').notNull(),
    ...marking(),
    ...hiding(),
    ...covering(),
    createdAt: timestamps().createdAt,
  },
  (table) => [
    index('comments_hidden')
      .on(table.hiddenHour)
      .where(sql`${table.hiddenAt} IS NOT NULL`),
    index('comments_post').on(table.postId),
    index('comments_user').on(table.userId, table.createdAt.desc().nullsFirst()),
    index('comments_created').on(table.createdAt, table.userId),
    index('comments_rules').on(table.rules),
    // The few comments from which the erasure of a person removes marks.
    index('comments_naming')
      .on(table.id)
      .where(sql`${table.marks} @> '{name}'`),
    check('comments_times', isPlausible(table.createdAt)),
  ],
);

export const likes = pgTable(
  'likes',
  {
    postId: ofPost(),
    userId: ofUser(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.userId] }), index('likes_user').on(table.userId)],
);

/**
 * Counts, maintained by triggers in the transaction of each change. `verified` and `unverified` users per `day` (UTC)
 * of joining, per first letters of their `name` in its order, per day they were last `active` and per `activity`;
 * `posts` that are not hidden per day, per `place` (secret and community) and per `marks`; `members` per `secret`; and those of `all`,
 * without a bucket. A figure is the sum of its rows: a transaction changes a row that no other has locked, or adds one,
 * so that none waits for another.
 */
export const figures = pgTable(
  'figures',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    per: text('per').notNull(),
    bucket: plainText('bucket').notNull(),
    value: bigint('value', { mode: 'number' }).notNull(),
  },
  (table) => [index('figures_name').on(table.per, table.name, table.bucket)],
);

/**
 * The notes of staff on people. Answers leave a note out once `at` is too old; from the running hour (`running_hour()`)
 * the upkeep counts until it erases the row, so that a wrong clock erases none.
 */
export const userNotes = pgTable(
  'user_notes',
  {
    id: id(),
    userId: ofUser(),
    kind: text('kind').$type<NoteKind>().notNull(),
    text: text('text').notNull(),
    /** Null when the account was deleted. */
    writtenBy: uuid('written_by').references(() => staff.id, { onDelete: 'set null' }),
    at: instant('at')
      .notNull()
      .default(sql`now()`),
    hour: integer('hour')
      .notNull()
      .default(sql`running_hour()`),
    /** Set on a deleted note for the minutes in which it can be restored. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('user_notes_user').on(table.userId, table.at),
    index('user_notes_written_by').on(table.writtenBy),
    index('user_notes_hour').on(table.hour),
    index('user_notes_deleted')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} IS NOT NULL`),
  ],
);

/**
 * Pages of the list that accounts have read and that are not in the log yet (`pages-read.ts`). `page` is a hash of the
 * ids of the people on it.
 */
export const userPagesRead = pgTable(
  'user_pages_read',
  {
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    page: digest('page').notNull(),
    at: instant('at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.page] })],
);
