import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { alias } from 'drizzle-orm/pg-core';
import { invitationHours } from '#contract/staff.ts';
import { resetPassword } from '#server/auth/accounts.ts';
import { invitations, staff } from '#server/auth/tables.ts';
import { Failure } from '#server/http/failure.ts';

/** 256 random bits, as they travel; the database only has their hash. */
const newToken = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The same for every link that does not work, so that it tells nothing. */
const over = () =>
  new Failure(
    410,
    'link_over',
    'This link was used already, or is no longer valid. Ask an administrator for a new one.',
  );

type Link = {
  /** The account whose password the link sets. */
  staffId: string;
  /** The administrator who makes it. */
  by: string;
  isNew: boolean;
};

/** Makes a link for an account, in the place of an earlier one. The token is in nobody's hands but the caller's. */
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
    // Who was invited and gets another link has still no password.
    .onConflictDoUpdate({ target: invitations.staffId, set: link })
    .returning({ expiresAt: invitations.expiresAt });
  if (!made) throw new Error('The link was not stored');
  return { token, expiresAt: made.expiresAt };
}

/**
 * Makes another link in the place of the open one, for a call that is repeated. Throws 409 when that was used, or ended with the account:
 * the repeated call would then give a password to an account that has one.
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

/** Whom a link is for. Throws 410 for one that is unknown, used, over or made by somebody who may not do that any more. */
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
 * Sets the password of the account that a link is for, ends its sessions and uses the link up. Throws 410 as `findInvited`
 * does, also for the second of two at once, and 422 for a weak password, after which the link still works.
 */
export const acceptInvitation = (db: NodePgDatabase, token: string, password: string) =>
  db.transaction(async (tx) => {
    const invited = await findInvited(tx, token);
    const { passwordHash } = await resetPassword(tx, invited.email, password);
    return { ...invited, passwordHash };
  });
