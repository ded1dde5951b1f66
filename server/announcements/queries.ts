import { desc, eq, sql } from 'drizzle-orm';
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
  return (await selected(db).where(eq(announcements.id, id)))[0];
}

/** The same with its row locked until the transaction ends, so that what is decided on it still holds. */
export async function lockAnnouncement(tx: NodePgDatabase, id: string) {
  return (await selected(tx).where(eq(announcements.id, id)).for('update', { of: announcements }))[0];
}

type Fields = { message: string; enabled: boolean };

export async function insertAnnouncement(db: NodePgDatabase, fields: Fields, createdBy: string) {
  const [row] = await db
    .insert(announcements)
    .values({ ...fields, createdBy })
    .returning({ id: announcements.id });
  if (!row) throw new Error('The announcement was not written');
  return row.id;
}

export async function updateAnnouncement(tx: NodePgDatabase, id: string, fields: Partial<Fields>) {
  await tx
    .update(announcements)
    .set({ ...fields, version: sql`${announcements.version} + 1`, updatedAt: sql`now()` })
    .where(eq(announcements.id, id));
}

export async function deleteAnnouncement(tx: NodePgDatabase, id: string) {
  await tx.delete(announcements).where(eq(announcements.id, id));
}

export function listPublished(db: NodePgDatabase) {
  const { id, message, createdAt, updatedAt } = columns;
  return db
    .select({ id, message, createdAt, updatedAt })
    .from(announcements)
    .where(eq(announcements.enabled, true))
    .orderBy(desc(announcements.createdAt), desc(announcements.id));
}
