import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '#contract/roles.ts';
import type { ViewPageName } from '#contract/saved-views.ts';
import { staff } from '#server/auth/tables.ts';
import { id, instant } from '#server/database/columns.ts';
import { sql } from 'drizzle-orm';

/** The filters of lists under names. They go with the account of their owner. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    page: text('page').$type<ViewPageName>().notNull(),
    name: text('name').notNull(),
    /** The part of the address after the question mark. */
    search: text('search').notNull(),
    /** The role that the view is shared with; null for the owner's use. */
    role: text('role').$type<Role>(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [unique('saved_views_name').on(table.ownerId, table.page, table.name)],
);
