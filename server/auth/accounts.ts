import { asc, count, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { z } from 'zod';
import type { Role } from '#contract/roles.ts';
import { liftBlock } from '#server/auth/limits.ts';
import { hashPassword, refuseWeakPassword } from '#server/auth/passwords.ts';
import { sessions, staff } from '#server/auth/tables.ts';

type NewStaff = { email: string; name: string; password: string; role?: Role };

const sameEmail = (email: string) => eq(sql`lower(${staff.email})`, email.trim().toLowerCase());

/** Adds an account and returns its id and email. Throws a plain sentence for a bad email, a weak password or an email that is taken. */
export async function addStaff(db: NodePgDatabase, { email, name, password, role = 'administrator' }: NewStaff) {
  const address = email.trim();
  if (!z.email().safeParse(address).success) throw new Error(`${address} is not an email address.`);
  refuseWeakPassword(password);
  const added = await db
    .insert(staff)
    .values({
      email: address,
      name: name.trim() || address,
      role,
      passwordHash: await hashPassword(password),
    })
    .onConflictDoNothing()
    .returning({ id: staff.id, email: staff.email });
  const [account] = added;
  if (!account) throw new Error(`There is an account for ${address} already.`);
  return account;
}

export function listStaff(db: NodePgDatabase) {
  return db
    .select({
      email: staff.email,
      name: staff.name,
      role: staff.role,
      enabled: staff.enabled,
      createdAt: staff.createdAt,
    })
    .from(staff)
    .orderBy(asc(staff.createdAt), asc(staff.id));
}

export const countStaff = async (db: NodePgDatabase) => (await db.select({ n: count() }).from(staff))[0]?.n ?? 0;

/**
 * Enables an account and lifts its sign-in block, or disables it and ends its sessions at once. Returns its id and email.
 * Throws when there is no such account.
 */
export const setStaffEnabled = (db: NodePgDatabase, email: string, enabled: boolean) =>
  change(db, email, { enabled }, { endSessions: !enabled, unlock: enabled });

/**
 * Sets another password, ends all sessions of the account and lifts its sign-in block. Returns its id and email. Throws a
 * plain sentence for a weak password and when there is no such account.
 */
export async function resetPassword(db: NodePgDatabase, email: string, password: string) {
  refuseWeakPassword(password);
  return change(db, email, { passwordHash: await hashPassword(password) }, { endSessions: true, unlock: true });
}

/** Lifts the sign-in block of an account. Returns its id and email. Throws when there is no such account. */
export const unlockStaff = (db: NodePgDatabase, email: string) =>
  change(db, email, {}, { endSessions: false, unlock: true });

async function change(
  db: NodePgDatabase,
  email: string,
  fields: Partial<typeof staff.$inferInsert>,
  { endSessions, unlock }: { endSessions: boolean; unlock: boolean },
) {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .update(staff)
      .set({ ...fields, updatedAt: sql`now()` })
      .where(sameEmail(email))
      .returning({ id: staff.id, email: staff.email });
    if (!account) throw new Error(`There is no account for ${email.trim()}.`);
    if (endSessions) await tx.delete(sessions).where(eq(sessions.staffId, account.id));
    if (unlock) await liftBlock(tx, account.email);
    return account;
  });
}
