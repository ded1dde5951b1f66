import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { addStaff, countStaff } from '#server/auth/accounts.ts';
import { generatePassword } from '#server/auth/passwords.ts';

type FirstAdministrator = {
  email: string;
  /** Only when it was made up here: this is the one time it can be shown. */
  password: string | null;
};

/**
 * Makes the first administrator when there is no staff account at all, and says how to sign in as it; else null.
 * Processes that start at once on an empty database make one.
 */
export function bootstrapAdmin(
  db: NodePgDatabase,
  settings: { adminEmail: string; adminPassword: string },
): Promise<FirstAdministrator | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('awa-desk first start'))`);
    if ((await countStaff(tx)) > 0) return null;
    const email = settings.adminEmail || 'admin@awa.local';
    const password = settings.adminPassword || generatePassword();
    await addStaff(tx, { email, name: 'Administrator', password });
    return { email, password: settings.adminPassword === '' ? password : null };
  });
}
