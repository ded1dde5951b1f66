import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { LogCheck, LogFault } from '#contract/history.ts';
import { checkSeals } from '#server/log/seals/check-seals.ts';
import type { TestDatabase } from '#tests/database/database.ts';

/** Writes an entry as the desk does. */
export const writeEntry = ({ db }: Pick<TestDatabase, 'db'>) =>
  db.execute(
    sql`SELECT log_event(${randomUUID()}, NULL, '', 'disable', 'staff', 'account', ${randomUUID()}, 'x', '', 1)`,
  );

const undone = new Error('taken back');

/** The fault after these statements, which are then rolled back. The triggers of the log are off for them. */
export async function faultOf(
  { db }: Pick<TestDatabase, 'db'>,
  statements: string[],
): Promise<LogFault | null | undefined> {
  let found: LogCheck | undefined;
  const work = db.transaction(async (tx) => {
    for (const log of ['operations', 'revisions', 'seals', 'chain_starts']) {
      await tx.execute(sql.raw(`ALTER TABLE ${log} DISABLE TRIGGER USER`));
    }
    for (const statement of statements) await tx.execute(sql.raw(statement));
    found = await checkSeals(tx);
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  return found?.fault;
}
