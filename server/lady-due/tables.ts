import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { PublishStatus, TrackingMode } from '#contract/lady-due.ts';
import { instant } from '#server/database/columns.ts';
import { entityColumns } from '#server/log/tables.ts';

export const categories = pgTable(
  'categories',
  {
    ...entityColumns(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    trackingMode: text('tracking_mode').$type<TrackingMode>().notNull(),
    headerImageUrl: text('header_image_url').notNull(),
    headerImageAlt: text('header_image_alt').notNull().default(''),
    displayOrder: integer('display_order').notNull(),
  },
  (table) => [index('categories_mode').on(table.trackingMode)],
);

export const sections = pgTable(
  'sections',
  {
    ...entityColumns(),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    displayOrder: integer('display_order').notNull(),
  },
  (table) => [index('sections_category').on(table.categoryId)],
);

export const cards = pgTable(
  'cards',
  {
    ...entityColumns(),
    sectionId: uuid('section_id')
      .notNull()
      .references(() => sections.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    backgroundColor: text('background_color').notNull(),
    imageAssetName: text('image_asset_name').notNull(),
    content: text('content').notNull(),
    richContent: text('rich_content').notNull(),
    headerImageUrl: text('header_image_url').notNull(),
    headerImageAlt: text('header_image_alt').notNull().default(''),
    citations: jsonb('citations').$type<string[]>().notNull(),
    isActive: boolean('is_active').notNull(),
    /** A card that is `scheduled` counts as published from `publishedAt` on, without a job that changes it. */
    publishStatus: text('publish_status').$type<PublishStatus>().notNull(),
    publishedAt: instant('published_at'),
    displayOrder: integer('display_order').notNull(),
  },
  (table) => [
    index('cards_section').on(table.sectionId),
    index('cards_scheduled')
      .on(table.publishedAt)
      .where(sql`${table.publishStatus} = 'scheduled'`),
  ],
);
