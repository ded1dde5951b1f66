import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { addStaff, countStaff } from '#server/auth/accounts.ts';
import { generatePassword } from '#server/auth/passwords.ts';
import { noLockTimeout } from '#server/database/connect/pool.ts';

export type FirstAdministrator = {
  email: string;
  /** Only set when the password was generated here: it can be shown only once. */
  password: string | null;
};

/**
 * Creates the first administrator when there is no staff account, and returns the credentials; null when there is one.
 * When several processes start at once on an empty database, only one creates the account.
 */
export function bootstrapAdmin(
  db: NodePgDatabase,
  settings: { adminEmail: string; adminPassword: string },
): Promise<FirstAdministrator | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(noLockTimeout));
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('awa-desk first start'))`);
    if ((await countStaff(tx)) > 0) return null;
    const email = settings.adminEmail || 'admin@awa.local';
    const password = settings.adminPassword || generatePassword();
    await addStaff(tx, { email, name: 'Administrator', password });
    return { email, password: settings.adminPassword === '' ? password : null };
  });
}
