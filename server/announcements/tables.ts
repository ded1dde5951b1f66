import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#server/database/columns.ts';
import { entityColumns } from '#server/log/tables.ts';

export const announcements = pgTable(
  'announcements',
  {
    ...entityColumns(),
    message: text('message').notNull(),
    enabled: boolean('enabled').notNull(),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
  },
  (table) => [index('announcements_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())],
);
