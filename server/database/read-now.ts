import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { isoOf } from '#server/database/columns.ts';

/** The database's time in ISO 8601, not later than it is: of a transaction, when that began. */
export async function readNow(db: NodePgDatabase): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`SELECT date_trunc('milliseconds', now()) AS now`);
  return isoOf(rows[0]?.now ?? '');
}
