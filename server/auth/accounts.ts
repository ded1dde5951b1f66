import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { z } from 'zod';
import type { Role } from '#contract/roles.ts';
import { StaffName } from '#contract/staff.ts';
import { authenticatorApps, challenges, passkeys, recoveryCodes } from '#server/auth/factors/tables.ts';
import { liftBlock } from '#server/auth/limits/limits.ts';
import { hashPassword, refuseWeakPassword } from '#server/auth/passwords.ts';
import { emailKey, invitations, sessions, staff } from '#server/auth/tables.ts';
import { Failure, invalid } from '#server/http/failure.ts';

type NewStaff = { email: string; name: string; password: string; role?: Role; qualification?: string };

const sameEmail = (email: string) => eq(emailKey(staff.email), email.trim().toLowerCase());

/**
 * Adds an account and returns its id and email. Throws 422 for an invalid email or name or a weak password, 409 for an
 * email that is taken.
 */
export async function addStaff(
  db: NodePgDatabase,
  { email, name, password, role = 'administrator', qualification = '' }: NewStaff,
) {
  const address = email.trim();
  if (!z.email().safeParse(address).success) {
    throw invalid([{ path: 'email', message: `${address} is not an email address.` }]);
  }
  const named = StaffName.safeParse(name.trim() || address);
  if (!named.success) throw invalid(named.error.issues.map(({ message }) => ({ path: 'name', message })));
  refuseWeakPassword(password);
  const added = await db
    .insert(staff)
    .values({
      email: address,
      name: named.data,
      role,
      qualification,
      passwordHash: await hashPassword(password),
    })
    .onConflictDoNothing()
    .returning({ id: staff.id, email: staff.email });
  const [account] = added;
  if (!account) {
    const message = `There is an account for ${address} already.`;
    throw new Failure(409, 'place_taken', message, { errors: [{ path: 'email', message }] });
  }
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

type Changes = {
  name?: string | undefined;
  role?: Role | undefined;
  qualification?: string | undefined;
  enabled?: boolean | undefined;
};

/**
 * Changes the name, the role or the qualification of an account, enables it and lifts its sign-in block, or disables it and ends its
 * sessions and its open link at once. Returns its id and email. Throws 404 when there is no such account, and 409 for
 * the last enabled administrator.
 */
export const updateStaff = (db: NodePgDatabase, email: string, changes: Changes) =>
  change(db, email, changes, { endSessions: changes.enabled === false, unlock: changes.enabled === true });

export const setStaffEnabled = (db: NodePgDatabase, email: string, enabled: boolean) =>
  updateStaff(db, email, { enabled });

/**
 * Sets a new password, ends all sessions of the account but `keptSession`, and its open link, and lifts its sign-in
 * block. Returns its id, email and the hash of the password. Throws 422 for a weak password and 404 when there is no
 * such account.
 */
export async function resetPassword(db: NodePgDatabase, email: string, password: string, keptSession = '') {
  refuseWeakPassword(password);
  const passwordHash = await hashPassword(password);
  const account = await change(db, email, { passwordHash }, { endSessions: true, unlock: true, keptSession });
  return { ...account, passwordHash };
}

/**
 * Removes all second factors and recovery codes of an account whose owner has lost them, and ends its sessions. Returns
 * its id and email. Throws 404 when there is no such account.
 */
export async function removeFactors(db: NodePgDatabase, email: string) {
  return db.transaction(async (tx) => {
    // An open link stays: a person who lost the phone may have lost the password too.
    const account = await change(tx, email, {}, { endSessions: false, unlock: true });
    for (const table of [passkeys, authenticatorApps, recoveryCodes, challenges, sessions]) {
      await tx.delete(table).where(eq(table.staffId, account.id));
    }
    return account;
  });
}

/** Lifts the sign-in block of an account. Returns its id and email. Throws 404 when there is no such account. */
export const unlockStaff = (db: NodePgDatabase, email: string) =>
  change(db, email, {}, { endSessions: false, unlock: true });

async function change(
  db: NodePgDatabase,
  email: string,
  fields: Partial<typeof staff.$inferInsert>,
  { endSessions, unlock, keptSession = '' }: { endSessions: boolean; unlock: boolean; keptSession?: string },
) {
  const takesOne = fields.enabled === false || (fields.role !== undefined && fields.role !== 'administrator');
  return db.transaction(async (tx) => {
    // When two calls would take the last two administrators at once, the second one waits and is refused.
    if (takesOne) await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('awa-desk administrators'))`);
    const [account] = await tx
      .update(staff)
      .set({ ...fields, updatedAt: sql`now()` })
      .where(sameEmail(email))
      .returning({ id: staff.id, email: staff.email });
    if (!account) throw new Failure(404, 'not_found', `There is no account for ${email.trim()}.`);
    if (takesOne) await expectAdministrator(tx);
    if (endSessions) {
      await tx
        .delete(sessions)
        .where(and(eq(sessions.staffId, account.id), keptSession ? ne(sessions.id, keptSession) : undefined));
      await endLink(tx, account.id, fields.passwordHash !== undefined);
      await tx.delete(challenges).where(eq(challenges.staffId, account.id));
    }
    if (unlock) await liftBlock(tx, account.email);
    return account;
  });
}

/**
 * Ends the open link of an account. While the account has no password, the row stays as an expired link: the account is
 * still invited.
 */
async function endLink(tx: NodePgDatabase, staffId: string, hasPassword: boolean) {
  const own = eq(invitations.staffId, staffId);
  await tx.delete(invitations).where(hasPassword ? own : and(own, eq(invitations.isNew, false)));
  if (hasPassword) return;
  // Postgres rounds a time to the nearest millisecond.
  const over = sql`least(${invitations.expiresAt}, now() - interval '1 millisecond')`;
  await tx.update(invitations).set({ expiresAt: over }).where(own);
}

/** Throws 409 when no administrator is left. An account without a password does not count. */
async function expectAdministrator(tx: NodePgDatabase) {
  const left = await tx.$count(
    staff,
    and(
      eq(staff.role, 'administrator'),
      eq(staff.enabled, true),
      sql`NOT EXISTS (SELECT FROM ${invitations} WHERE ${invitations.staffId} = ${staff.id} AND ${invitations.isNew})`,
    ),
  );
  if (left > 0) return;
  const message = 'This is the last administrator. Make another account an administrator first.';
  throw new Failure(409, 'last_administrator', message);
}
