import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { LoggedKind } from '#contract/kinds.ts';
import { staff } from '#server/auth/tables.ts';
import { instant } from '#server/database/columns.ts';

/**
 * The records that accounts have open, for a few seconds each. The table is unlogged (see the migration): after a crash
 * it is empty.
 */
export const presence = pgTable(
  'presence',
  {
    kind: text('kind').$type<LoggedKind>().notNull(),
    entityId: uuid('entity_id').notNull(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    until: instant('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.entityId, table.staffId] })],
);
