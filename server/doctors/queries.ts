import { eq, getTableColumns, sql } from 'drizzle-orm';
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

/** Differs once any doctor is another, whoever changed it and how: every row knows the transaction that wrote it. */
export async function stampDoctors(db: NodePgDatabase) {
  const { rows } = await db.execute<{ stamp: string }>(sql`
    SELECT concat_ws(' ', count(*), sum(hashtextextended(concat_ws(' ', doctors.id, doctors.xmin, staff.name), 0))) AS stamp
    FROM doctors LEFT JOIN staff ON staff.id = doctors.created_by`);
  return rows[0]?.stamp ?? '';
}
