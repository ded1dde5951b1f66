import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { TrackingModeName } from '#contract/tracking-modes.ts';
import { entityColumns } from '#server/log/tables.ts';

export const topics = pgTable('topics', {
  ...entityColumns(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  color: text('color').notNull(),
});

const ofTopic = () =>
  uuid('topic_id')
    .notNull()
    .references(() => topics.id);

export const secrets = pgTable(
  'secrets',
  {
    ...entityColumns(),
    topicId: ofTopic(),
    title: text('title').notNull(),
    groupMode: text('group_mode').$type<TrackingModeName>().notNull(),
    imageUrl: text('image_url').notNull(),
  },
  (table) => [index('secrets_topic').on(table.topicId)],
);

export const communities = pgTable(
  'communities',
  {
    ...entityColumns(),
    topicId: ofTopic(),
    name: text('name').notNull(),
    description: text('description').notNull(),
  },
  (table) => [index('communities_topic').on(table.topicId)],
);
