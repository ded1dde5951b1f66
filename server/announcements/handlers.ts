import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { AnnouncementInput } from '#contract/announcements.ts';
import type { api } from '#contract/api.ts';
import { announcements } from '#server/announcements/tables.ts';
import { crud } from '#server/history/crud.ts';
import { entityKind } from '#server/history/entity-kinds.ts';
import type { History } from '#server/history/history.ts';
import { listEntities } from '#server/history/reads.ts';
import { cached } from '#server/http/cached.ts';
import type { Handlers } from '#server/http/mount.ts';

export const announcement = entityKind({
  kind: 'announcement',
  area: 'announcements',
  table: announcements,
  fields: AnnouncementInput,
  label: ({ message }) => message,
  flag: 'enabled',
});

export const announcementHandlers = (db: NodePgDatabase, history: History): Handlers<typeof api.announcements> => ({
  ...crud(history, announcement),

  list: cached({
    areas: ['announcements', 'staff'],
    read: async () => ({ announcements: await listEntities(db, announcement) }),
  }),

  published: cached({
    areas: ['announcements'],
    read: async () => ({ announcements: await listEntities(db, announcement, eq(announcements.enabled, true)) }),
  }),
});
