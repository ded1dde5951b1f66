import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { dailyMailFrom } from '#contract/account.ts';
import { dailyMails } from '#server/auth/tables.ts';

/** A moment as a clock in Lagos shows it, an hour ahead of UTC all year. Postgres versions differ in names of zones. */
export const inLagos = (now = sql`now()`) => sql`(${now} AT TIME ZONE interval '1 hour')`;
export const todayInLagos = sql`${inLagos()}::date`;

export const wantsDailyMail = async (db: NodePgDatabase, staffId: string) =>
  (await db.$count(dailyMails, eq(dailyMails.staffId, staffId))) > 0;

/**
 * Notes whether an account wishes for the mail of the day. The first one comes at the next 7:00, so that an account that
 * changes its mind gets none twice. Returns whether that is new.
 */
export async function wishForDailyMail(tx: NodePgDatabase, staffId: string, isWanted: boolean) {
  if (!isWanted) {
    const { rowCount } = await tx.delete(dailyMails).where(eq(dailyMails.staffId, staffId));
    return rowCount === 1;
  }
  const day = sql<string>`(${inLagos()} - make_interval(hours => ${sql.raw(String(dailyMailFrom))}))::date`;
  const { rowCount } = await tx.insert(dailyMails).values({ staffId, day }).onConflictDoNothing();
  return rowCount === 1;
}
