import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ImageBucket } from '#contract/images.ts';
import { staff } from '#server/auth/tables.ts';
import { instant } from '#server/database/columns.ts';

/** Every stored picture. A row means that its file exists. */
export const images = pgTable(
  'images',
  {
    /** The last part of its address. */
    name: text('name').primaryKey(),
    bucket: text('bucket').$type<ImageBucket>().notNull(),
    /** In pixels, like `height`. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The size of the stored file. */
    bytes: integer('bytes').notNull(),
    createdBy: uuid('created_by').references(() => staff.id, { onDelete: 'set null' }),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    /** When a row with the image was last saved, or when the image was uploaded. */
    usedAt: instant('used_at')
      .notNull()
      .default(sql`now()`),
    /** The running hour (`server/run/clock.ts`) since when the image is unreferenced; null while it is referenced. */
    unusedSince: integer('unused_since'),
  },
  (table) => [
    index('images_used').on(table.usedAt),
    index('images_created').on(table.createdBy, table.createdAt),
    index('images_created_at').on(table.createdAt),
  ],
);
