import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { entityColumns } from '#server/history/tables.ts';

export const announcements = pgTable(
  'announcements',
  { ...entityColumns(), message: text('message').notNull(), enabled: boolean('enabled').notNull() },
  (table) => [index('announcements_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())],
);
