import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import {
  deleteAnnouncement,
  findAnnouncement,
  insertAnnouncement,
  listAnnouncements,
  listPublished,
  lockAnnouncement,
  updateAnnouncement,
} from '#server/announcements/queries.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { changedFields, expectVersion } from '#server/http/version.ts';

async function read(db: NodePgDatabase, id: string) {
  const announcement = await findAnnouncement(db, id);
  if (!announcement) throw notFound('announcement');
  return announcement;
}

export function announcementHandlers(db: NodePgDatabase): Handlers<typeof api.announcements> {
  return {
    async list() {
      return { announcements: await listAnnouncements(db) };
    },

    create({ message, enabled }, { staff }) {
      return db.transaction(async (tx) => read(tx, await insertAnnouncement(tx, { message, enabled }, staff.id)));
    },

    update({ id, message, enabled }, { ifMatch }) {
      return db.transaction(async (tx) => {
        const stored = await lockAnnouncement(tx, id);
        if (!stored) throw notFound('announcement');
        const changes = changedFields(stored, { message, enabled });
        const names = Object.keys(changes);
        // Saying again what is stored is a retry after a lost answer, whatever the version.
        if (names.length === 0) return stored;
        expectVersion(stored, ifMatch, names);
        await updateAnnouncement(tx, id, changes);
        return read(tx, id);
      });
    },

    remove({ id }, { ifMatch }) {
      return db.transaction(async (tx) => {
        const stored = await lockAnnouncement(tx, id);
        if (!stored) throw notFound('announcement');
        expectVersion(stored, ifMatch);
        await deleteAnnouncement(tx, id);
      });
    },

    async published() {
      return { announcements: await listPublished(db) };
    },
  };
}
