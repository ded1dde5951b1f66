import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { signInFailures as failures } from '#server/auth/tables.ts';
import { Failure } from '#server/http/failure.ts';

export type SignInLimits = {
  /** Minutes that a failure counts. */
  window: number;
  /** Failures for one account from one address. */
  accountAddress: number;
  /** Failures from one address, whatever the account. */
  address: number;
  /** Failures for one account, wherever from. */
  account: number;
};

export type Attempt = { id: number; account: Buffer; address: string };

/** Accounts are counted by a hash, known or not, so that a limit says nothing about who exists. */
const accountKey = (email: string) => createHash('sha256').update(email.trim().toLowerCase()).digest();

/** An IPv6 customer has a whole /64; all of it counts as one address, however it is written. */
function addressKey(address: string) {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const missing = address.includes('::') ? 8 - left.length - right.length : 0;
  const parts = [...left, ...Array.from({ length: missing }, () => '0'), ...right].slice(0, 4);
  return parts.map((part) => Number.parseInt(part, 16).toString(16)).join(':');
}

/**
 * Counts a try as failed before the password is checked, so that tries at the same moment see each other.
 * Throws 429 with the seconds until the next try has a chance.
 */
export function reserveAttempt(
  db: NodePgDatabase,
  limits: SignInLimits,
  email: string,
  from: string,
): Promise<Attempt> {
  const account = accountKey(email);
  const address = addressKey(from);
  return db.transaction(async (tx) => {
    // Accounts before addresses, everywhere: no two tries can wait for each other in a ring.
    await tx.execute(sql`
      SELECT pg_advisory_xact_lock(1, hashtext(${account.toString('hex')})), pg_advisory_xact_lock(2, hashtext(${address}))`);
    const counts = sql`at > now() - make_interval(mins => ${limits.window})`;
    // The n-th newest failure, where n is the limit: it has to grow too old before there is room again.
    const blocked = await tx.execute<{ seconds: number | null }>(sql`
      SELECT ceil(extract(epoch FROM max(at) + make_interval(mins => ${limits.window}) - now()))::int AS seconds
      FROM (
        (SELECT at FROM ${failures} WHERE account = ${account} AND address = ${address} AND ${counts}
          ORDER BY at DESC OFFSET ${limits.accountAddress - 1} LIMIT 1)
        UNION ALL
        (SELECT at FROM ${failures} WHERE address = ${address} AND ${counts}
          ORDER BY at DESC OFFSET ${limits.address - 1} LIMIT 1)
        UNION ALL
        (SELECT at FROM ${failures} WHERE account = ${account} AND ${counts}
          ORDER BY at DESC OFFSET ${limits.account - 1} LIMIT 1)
      ) AS full_up`);
    const seconds = blocked.rows[0]?.seconds;
    if (seconds) {
      throw new Failure(429, 'too_many_tries', 'Too many failed sign-ins. Wait a few minutes, then try again.', {
        retryAfter: seconds,
      });
    }
    const [attempt] = await tx.insert(failures).values({ account, address }).returning({ id: failures.id });
    if (!attempt) throw new Error('The attempt was not written');
    return { id: attempt.id, account, address };
  });
}

/** The try was a success: what this account failed from this address counts no more. Old rows go too. */
export async function clearAttempts(db: NodePgDatabase, limits: SignInLimits, attempt: Attempt) {
  await db.delete(failures).where(and(eq(failures.account, attempt.account), eq(failures.address, attempt.address)));
  await db.delete(failures).where(sql`at < now() - make_interval(mins => ${limits.window})`);
}
