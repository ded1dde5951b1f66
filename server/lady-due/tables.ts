import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { PublishStatus, TrackingMode } from '#contract/lady-due.ts';
import { staff } from '#server/auth/tables.ts';
import { digest, instant } from '#server/database/columns.ts';
import { entityColumns } from '#server/log/tables.ts';
import { editionColumns } from '#server/records/tables.ts';

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
    /** When the app stops to show it; null for never. */
    shownUntil: instant('shown_until'),
    displayOrder: integer('display_order').notNull(),
    ...editionColumns(),
  },
  (table) => [
    index('cards_section').on(table.sectionId),
    index('cards_scheduled')
      .on(table.publishedAt)
      .where(sql`${table.publishStatus} = 'scheduled'`),
    index('cards_ends')
      .on(table.shownUntil)
      .where(sql`${table.shownUntil} IS NOT NULL`),
    index('cards_next')
      .on(table.nextFrom)
      .where(sql`${table.nextFrom} IS NOT NULL`),
  ],
);

/** The links to previews for real phones. Creating one deletes those that are over. */
export const previewLinks = pgTable('preview_links', {
  hash: digest('hash').primaryKey(),
  trackingMode: text('tracking_mode').$type<TrackingMode>().notNull(),
  /** The time that it shows; null for now. */
  at: instant('at'),
  drafts: boolean('drafts').notNull(),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
});
