import { eq, getTableColumns } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { staff } from '#server/auth/tables.ts';
import { doctors } from '#server/doctors/tables.ts';
import { byPosition } from '#server/history/order.ts';

const columns = { ...getTableColumns(doctors), createdBy: { id: staff.id, name: staff.name } };

const selected = (db: NodePgDatabase) =>
  db.select(columns).from(doctors).leftJoin(staff, eq(staff.id, doctors.createdBy));

export function listDoctors(db: NodePgDatabase) {
  return selected(db).orderBy(...byPosition(doctors));
}

export async function findDoctor(db: NodePgDatabase, id: string) {
  return (await selected(db).where(eq(doctors.id, id)))[0];
}

export function listPublished(db: NodePgDatabase) {
  return db
    .select()
    .from(doctors)
    .where(eq(doctors.isActive, true))
    .orderBy(...byPosition(doctors));
}
