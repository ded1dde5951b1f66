import { asc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { StaffAccount, StaffState } from '#contract/staff.ts';
import { factorKinds } from '#server/auth/factors/kinds.ts';
import { type SignInLimits, blockedAccounts, readBlocks } from '#server/auth/limits/limits.ts';
import { emailKey, invitations, staff } from '#server/auth/tables.ts';

/** From the log, which keeps sign-ins for a year. */
const lastSignIn = sql<string | null>`(SELECT at FROM operations WHERE actor_id = ${staff.id} AND action = 'sign-in'
  ORDER BY at DESC LIMIT 1)`.mapWith(invitations.expiresAt);

const state = sql<StaffState>`CASE WHEN NOT ${staff.enabled} THEN 'disabled' WHEN ${invitations.isNew} THEN 'invited' ELSE 'active' END`;

const accounts = (db: NodePgDatabase) =>
  db
    .select({
      id: staff.id,
      email: staff.email,
      name: staff.name,
      role: staff.role,
      qualification: staff.qualification,
      state,
      hasFactor: sql<boolean>`cardinality(${factorKinds}) > 0`,
      lastSignInAt: lastSignIn,
      linkUntil: sql<
        string | null
      >`CASE WHEN ${invitations.expiresAt} > now() THEN ${invitations.expiresAt} END`.mapWith(invitations.expiresAt),
      createdAt: staff.createdAt,
    })
    .from(staff)
    .leftJoin(invitations, eq(invitations.staffId, staff.id));

/** The accounts that cannot sign in for now after too many failed attempts, as rows of `id, name, until`. */
export const blockedStaff = (limits: SignInLimits) => sql`
  SELECT ${staff.id}, ${staff.name}, until FROM ${staff} JOIN (${blockedAccounts(limits)}) AS blocks USING (id)
  WHERE ${staff.enabled}`;

/** The accounts that sign in without a second factor, as rows of `id, name`. */
export const withoutFactor = sql`
  SELECT ${staff.id}, ${staff.name} FROM ${staff} LEFT JOIN ${invitations} ON ${invitations.staffId} = ${staff.id}
  WHERE ${state} = 'active' AND cardinality(${factorKinds}) = 0`;

/** Reads accounts, each with the end of its block by the limits of sign-ins. */
export function accountQueries(limits: SignInLimits) {
  async function withBlocks(db: NodePgDatabase, rows: Omit<StaffAccount, 'blockedUntil'>[]): Promise<StaffAccount[]> {
    const blocks = await readBlocks(db, limits);
    return rows.map((row) => ({ ...row, blockedUntil: blocks.get(row.id) ?? null }));
  }
  const sorted = (db: NodePgDatabase) => accounts(db).orderBy(asc(sql`fold(${staff.name}) COLLATE "C"`), asc(staff.id));
  return {
    /** All accounts, by name, in the order of the list of users. */
    list: async (db: NodePgDatabase) => withBlocks(db, await sorted(db)),

    /** One account. Throws when there is none. */
    read: async (db: NodePgDatabase, id: string): Promise<StaffAccount> => {
      const [account] = await withBlocks(db, await accounts(db).where(eq(staff.id, id)));
      if (!account) throw new Error('The account is gone');
      return account;
    },
  };
}

/** The id of the account with this email. Throws when there is none. */
export async function idOf(db: NodePgDatabase, email: string): Promise<string> {
  const [account] = await db
    .select({ id: staff.id })
    .from(staff)
    .where(eq(emailKey(staff.email), email.toLowerCase()));
  if (!account) throw new Error('The account is gone');
  return account.id;
}

/** Locks an account until the transaction ends; undefined when there is none. */
export async function lockAccount(tx: NodePgDatabase, id: string) {
  // Other transactions may refer to it during the change, as each change by this account does.
  const [account] = await tx.select().from(staff).where(eq(staff.id, id)).for('no key update');
  return account;
}
