import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, timestamps } from '#server/database/columns.ts';

/** People who use the app. `search` is what a search looks into: folded name, username and email. */
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
    search: text('search')
      .notNull()
      .generatedAlwaysAs(sql`fold(name || chr(31) || username || chr(31) || email)`),
    ...timestamps(),
  },
  (table) => [
    index('users_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('users_active').on(table.lastActiveAt),
  ],
);

/** What app users write. `secretId` and `communityId` are plain ids: a post outlives what it was posted in. */
export const posts = pgTable(
  'posts',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    secretId: uuid('secret_id'),
    communityId: uuid('community_id'),
    content: text('content').notNull(),
    imageUrl: text('image_url').notNull().default(''),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('posts_user').on(table.userId, table.createdAt.desc().nullsFirst())],
);

export const comments = pgTable(
  'comments',
  {
    id: id(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: text('content').notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('comments_post').on(table.postId), index('comments_user').on(table.userId)],
);

export const likes = pgTable(
  'likes',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.postId, table.userId] }), index('likes_user').on(table.userId)],
);
