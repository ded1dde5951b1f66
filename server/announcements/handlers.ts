import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { AnnouncementInput } from '#contract/announcements.ts';
import type { api } from '#contract/api.ts';
import { findAnnouncement, listAnnouncements, listPublished } from '#server/announcements/queries.ts';
import { announcements } from '#server/announcements/tables.ts';
import { cached } from '#server/http/cached.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { History } from '#server/history/history.ts';
import { entityKind } from '#server/history/entity-kinds.ts';

export const announcement = entityKind({
  kind: 'announcement',
  area: 'announcements',
  table: announcements,
  fields: AnnouncementInput,
  label: ({ message }) => message,
  read: findAnnouncement,
  action: (changed, { enabled }) => (changed.includes('message') ? 'update' : enabled ? 'enable' : 'disable'),
});

async function read(tx: NodePgDatabase, id: string) {
  const found = await findAnnouncement(tx, id);
  if (!found) throw notFound('announcement');
  return found;
}

export function announcementHandlers(db: NodePgDatabase, history: History): Handlers<typeof api.announcements> {
  return {
    list: cached({
      areas: ['announcements', 'staff'],
      read: async () => ({ announcements: await listAnnouncements(db) }),
    }),

    create({ message, enabled }, context) {
      return history.change(context, async (change) => {
        const { id } = await change.create(announcement, { message, enabled, createdBy: context.staff.id });
        return read(change.tx, id);
      });
    },

    update({ id, message, enabled }, context) {
      return history.change(context, async (change) => {
        await change.update(announcement, id, { message, enabled });
        return read(change.tx, id);
      });
    },

    remove({ id }, context) {
      return history.change(context, (change) => change.remove(announcement, id));
    },

    published: cached({
      areas: ['announcements'],
      read: async () => ({ announcements: await listPublished(db) }),
    }),
  };
}
