import { desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { announcements } from '#server/announcements/tables.ts';
import { staff } from '#server/auth/tables.ts';

const author = { id: staff.id, name: staff.name };
const columns = {
  id: announcements.id,
  version: announcements.version,
  message: announcements.message,
  enabled: announcements.enabled,
  createdAt: announcements.createdAt,
  updatedAt: announcements.updatedAt,
  createdBy: author,
};

const selected = (db: NodePgDatabase) =>
  db.select(columns).from(announcements).leftJoin(staff, eq(staff.id, announcements.createdBy));

export function listAnnouncements(db: NodePgDatabase) {
  return selected(db).orderBy(desc(announcements.createdAt), desc(announcements.id));
}

export async function findAnnouncement(db: NodePgDatabase, id: string) {
  const finding = selected(db).where(eq(announcements.id, id)).prepare('announcement');
  return (await finding.execute())[0];
}

export function listPublished(db: NodePgDatabase) {
  const { id, message, createdAt, updatedAt } = columns;
  return db
    .select({ id, message, createdAt, updatedAt })
    .from(announcements)
    .where(eq(announcements.enabled, true))
    .orderBy(desc(announcements.createdAt), desc(announcements.id));
}
