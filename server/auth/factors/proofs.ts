import { and, eq, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PasskeyProof, Proof } from '#contract/auth.ts';
import type { Claimed } from '#server/auth/factors/challenges.ts';
import { readFactorKinds } from '#server/auth/factors/kinds.ts';
import { type Site, counterAfter } from '#server/auth/factors/passkeys.ts';
import { hashOfCode } from '#server/auth/factors/recovery-codes.ts';
import type { SecretBox } from '#server/auth/factors/secret-box.ts';
import { authenticatorApps, passkeys, recoveryCodes } from '#server/auth/factors/tables.ts';
import { stepOf } from '#server/auth/factors/totp.ts';
import type { SignInLimiter, Trier } from '#server/auth/limits/limits.ts';
import { checkPassword } from '#server/auth/passwords.ts';
import { staff } from '#server/auth/tables.ts';

/**
 * The maximum number of wrong codes in a row for one authenticator app. After that it is blocked: a million guesses in
 * all would find a code, and the guesser already knows the password. Its owner has passkeys, recovery codes and
 * colleagues.
 */
const maxWrong = 100;

type Account = typeof staff.$inferSelect;

export type Proven = {
  account: Account;
  /** Uses the proof up, in the transaction of its purpose. False when another call has used it. */
  use: (tx: NodePgDatabase) => Promise<boolean>;
};

const now = sql`now()`;

/** The kind of caller that responds to a challenge: the session that requested it, or a stranger. */
export const trierOf = ({ sessionId }: Pick<Claimed, 'sessionId'>): Trier =>
  sessionId === null ? 'stranger' : 'session';

/** Whether one row was changed. */
const one = async (changed: Promise<unknown[]>) => (await changed).length === 1;

/** Checks the proof for a challenge. */
export function proofChecker(db: NodePgDatabase, limiter: SignInLimiter, box: SecretBox) {
  const accountOf = async (id: string) => (await db.select().from(staff).where(eq(staff.id, id)))[0];

  async function byPasskey(proof: PasskeyProof, { hash, staffId }: Claimed, site: Site | null): Promise<Proven | null> {
    if (!site) return null;
    const [found] = await db
      .select()
      .from(passkeys)
      .innerJoin(staff, eq(staff.id, passkeys.staffId))
      .where(and(eq(passkeys.credentialId, proof.id), staffId === null ? undefined : eq(staff.id, staffId)));
    const counter = found && (await counterAfter(proof, found.passkeys, hash, site));
    if (!found || counter === null || counter === undefined) return null;
    // An authenticator without a counter sends 0 each time.
    const isNewer = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
    return {
      account: found.staff,
      use: (tx) =>
        one(
          tx
            .update(passkeys)
            .set({ counter, usedAt: now })
            .where(and(eq(passkeys.id, found.passkeys.id), isNewer))
            .returning({ id: passkeys.id }),
        ),
    };
  }

  async function byTotp(code: string, account: Account, at: number): Promise<Proven | null> {
    // Counted as wrong before it is checked, so that simultaneous codes are all counted.
    const [app] = await db
      .update(authenticatorApps)
      .set({ wrong: sql`${authenticatorApps.wrong} + 1` })
      .where(and(eq(authenticatorApps.staffId, account.id), lt(authenticatorApps.wrong, maxWrong)))
      .returning();
    const step = app ? stepOf(box.open(app.secret, account.id), code, at) : null;
    if (!app || step === null || step <= app.lastStep) return null;
    return {
      account,
      use: (tx) =>
        one(
          tx
            .update(authenticatorApps)
            .set({ lastStep: step, wrong: 0, usedAt: now })
            .where(and(eq(authenticatorApps.id, app.id), lt(authenticatorApps.lastStep, step)))
            .returning({ id: authenticatorApps.id }),
        ),
    };
  }

  async function byRecoveryCode(code: string, account: Account): Promise<Proven | null> {
    const isThis = and(eq(recoveryCodes.staffId, account.id), eq(recoveryCodes.hash, hashOfCode(code)));
    const [found] = await db.select().from(recoveryCodes).where(isThis);
    if (!found) return null;
    return { account, use: (tx) => one(tx.delete(recoveryCodes).where(isThis).returning()) };
  }

  /**
   * Null for a wrong proof, whatever the reason. A guessable proof counts as a failed sign-in, and throws 429 beyond
   * the limits; a right one is uncounted (`limiter.clear`).
   */
  return async (
    proof: Proof,
    claimed: Claimed,
    { from, site }: { from: string; site: Site | null },
  ): Promise<Proven | null> => {
    if (proof.kind === 'passkey') return byPasskey(proof, claimed, site);
    const account = claimed.staffId === null ? undefined : await accountOf(claimed.staffId);
    if (!account) return null;
    await limiter.reserve(account.email, from, trierOf(claimed));
    if (proof.kind === 'totp') return byTotp(proof.code, account, claimed.now);
    if (proof.kind === 'recovery-code') return byRecoveryCode(proof.code, account);
    if (!(await checkPassword(account.passwordHash, proof.password))) return null;
    // The password is enough only for an account without second factors.
    return (await readFactorKinds(db, account.id)).length > 0 ? null : { account, use: () => Promise.resolve(true) };
  };
}
