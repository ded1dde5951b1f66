import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { alias } from 'drizzle-orm/pg-core';
import { invitationHours } from '#contract/staff.ts';
import { resetPassword } from '#server/auth/accounts.ts';
import { invitations, staff } from '#server/auth/tables.ts';
import { Failure } from '#server/http/failure.ts';

/** 256 random bits, as sent; the database only has their hash. */
const newToken = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The same for every link that does not work, so that it reveals nothing. */
const over = () =>
  new Failure(
    410,
    'link_over',
    'This link was used already, or is no longer valid. Ask an administrator for a new one.',
  );

type Link = {
  /** The account whose password the link sets. */
  staffId: string;
  /** The administrator who creates it. */
  by: string;
  isNew: boolean;
};

/** Creates a link for an account, replacing an earlier one. Only the caller gets the token. */
export async function makeLink(tx: NodePgDatabase, { staffId, by, isNew }: Link) {
  const token = newToken();
  const link = {
    hash: hashOf(token),
    invitedBy: by,
    expiresAt: sql<string>`now() + make_interval(hours => ${invitationHours})`,
  };
  const [made] = await tx
    .insert(invitations)
    .values({ staffId, isNew, ...link })
    // An invited account that gets another link still has no password.
    .onConflictDoUpdate({ target: invitations.staffId, set: link })
    .returning({ expiresAt: invitations.expiresAt });
  if (!made) throw new Error('The link was not stored');
  return { token, expiresAt: made.expiresAt };
}

/**
 * Replaces the open link for a repeated call. Throws 409 when the link was used, or ended with the account: the
 * repeated call would otherwise reset the password of an account that has one.
 */
export async function renewLink(tx: NodePgDatabase, { staffId, by }: Omit<Link, 'isNew'>) {
  const open = and(
    eq(invitations.staffId, staffId),
    sql`EXISTS (SELECT FROM ${staff} WHERE ${staff.id} = ${staffId} AND ${staff.enabled})`,
  );
  const [found] = await tx.select({ isNew: invitations.isNew }).from(invitations).where(open).for('update');
  if (!found) throw new Failure(409, 'link_used', 'The link of this call is over or was used. Make another one.');
  return makeLink(tx, { staffId, by, isNew: found.isNew });
}

const inviter = alias(staff, 'inviter');

/**
 * The account of a link. Throws 410 for a link that is unknown, used or expired, or whose maker may no longer create
 * links.
 */
export async function findInvited(db: NodePgDatabase, token: string) {
  const [found] = await db
    .select({ id: staff.id, email: staff.email, name: staff.name, isNew: invitations.isNew })
    .from(invitations)
    .innerJoin(staff, eq(staff.id, invitations.staffId))
    .innerJoin(inviter, eq(inviter.id, invitations.invitedBy))
    .where(
      and(
        eq(invitations.hash, hashOf(token)),
        gt(invitations.expiresAt, sql`now()`),
        eq(staff.enabled, true),
        eq(inviter.enabled, true),
        eq(inviter.role, 'administrator'),
      ),
    )
    .for('update', { of: invitations });
  if (!found) throw over();
  return found;
}

/**
 * Sets the password of the link's account, ends its sessions and uses the link up. Throws 410 as `findInvited` does,
 * also for the second of two simultaneous calls, and 422 for a weak password, after which the link still works.
 */
export const acceptInvitation = (db: NodePgDatabase, token: string, password: string) =>
  db.transaction(async (tx) => {
    const invited = await findInvited(tx, token);
    const { passwordHash } = await resetPassword(tx, invited.email, password);
    return { ...invited, passwordHash };
  });
