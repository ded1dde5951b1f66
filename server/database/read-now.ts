import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { isoOf } from '#server/database/columns.ts';

/** The database's time in ISO 8601, rounded down: in a transaction, the time of its beginning. */
export async function readNow(db: NodePgDatabase): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`SELECT date_trunc('milliseconds', now()) AS now`);
  return isoOf(rows[0]?.now ?? '');
}
