import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { staff } from '#server/auth/tables.ts';
import { id, timestamps, version } from '#server/database/columns.ts';

export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    version: version(),
    message: text('message').notNull(),
    enabled: boolean('enabled').notNull(),
    createdBy: uuid('created_by').references(() => staff.id, { onDelete: 'set null' }),
    ...timestamps(),
  },
  (table) => [index('announcements_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())],
);
