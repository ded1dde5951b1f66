import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { type SQL, and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Keys, blockedKeys, tooManyTries } from '#server/auth/blocked.ts';
import { signInFailures as failures } from '#server/auth/tables.ts';
import { turns } from '#server/http/turns.ts';

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

type Attempt = { account: Buffer; address: Buffer };

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** An IPv6 customer has a whole /64; all of it counts as one address, however it is written. */
function networkOf(address: string) {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const missing = address.includes('::') ? 8 - left.length - right.length : 0;
  const parts = [...left, ...Array.from({ length: missing }, () => '0'), ...right].slice(0, 4);
  return parts.map((part) => Number.parseInt(part, 16).toString(16)).join(':');
}

/** Accounts count by a hash, known or not, so that a limit says nothing about who exists; addresses for privacy. */
const attemptOf = (email: string, from: string): Attempt => ({
  account: hashOf(email.trim().toLowerCase()),
  address: hashOf(networkOf(from)),
});

/** Reservations at once in one process: a flood of tries must not take the whole pool. */
const atOnce = 3;
/** Tries that may wait for theirs. */
const waitingMost = 200;
/** Old rows that a try sweeps: more than the one it adds, so that they never pile up. */
const sweptMost = 20;

/** Keys that a process remembers as blocked; beyond that the oldest are forgotten, and the database is asked again. */
const rememberedMost = 10_000;
/** Milliseconds for which the database is not asked again. A success in another process may have ended the wait. */
const rememberedFor = 10_000;

/** Nobody waits for the disk: when the machine dies in that moment, one failure less or more is counted. */
const lazily = sql`set_config('synchronous_commit', 'off', true)`;

/** Counts tries to sign in, for all processes in the database. */
export function signInLimiter(db: NodePgDatabase, limits: SignInLimits) {
  const inTurn = turns(atOnce, waitingMost, 'Too many people are signing in at once. Try again.');
  const blocked = blockedKeys(rememberedMost, rememberedFor);
  const counts = sql`at > now() - make_interval(mins => ${limits.window})`;
  const old = sql`at <= now() - make_interval(mins => ${limits.window})`;

  /** Seconds until the n-th newest failure, where n is the limit, is too old to count. */
  const wait = (which: SQL, most: number) => sql`(
    SELECT extract(epoch FROM at + make_interval(mins => ${limits.window}) - now())::float8 FROM ${failures}
    WHERE ${which} AND ${counts} ORDER BY at DESC OFFSET ${most - 1} LIMIT 1)`;

  /** Counts the try unless a limit is reached; what to wait by each limit is answered. */
  const count = async (tx: NodePgDatabase, { account, address }: Attempt) => {
    const { rows } = await tx.execute<Record<keyof Keys, number | null>>(sql`
      WITH waits AS (
        SELECT ${wait(sql`account = ${account} AND address = ${address}`, limits.accountAddress)} AS both,
          ${wait(sql`address = ${address}`, limits.address)} AS address,
          ${wait(sql`account = ${account}`, limits.account)} AS account
      ),
      old AS (SELECT id FROM ${failures} WHERE ${old} ORDER BY at LIMIT ${sweptMost} FOR UPDATE SKIP LOCKED),
      swept AS (DELETE FROM ${failures} USING old WHERE ${failures.id} = old.id),
      counted AS (
        INSERT INTO ${failures} (account, address) SELECT ${account}::bytea, ${address}::bytea FROM waits
        WHERE coalesce(greatest(waits.both, waits.address, waits.account), 0) <= 0
      )
      SELECT * FROM waits`);
    return rows[0] ?? { both: null, address: null, account: null };
  };

  return {
    /**
     * Counts a try as failed before the password is checked, so that tries at the same moment see each other.
     * Throws 429 with the seconds until the next try has a chance.
     */
    async reserve(email: string, from: string): Promise<Attempt> {
      const attempt = attemptOf(email, from);
      const keys = keysOf(attempt);
      blocked.refuse(keys);
      await inTurn(() => {
        blocked.refuse(keys);
        return db.transaction(async (tx) => {
          // Accounts before addresses, everywhere: no two tries can wait for each other in a ring.
          await tx.execute(sql`
            SELECT pg_advisory_xact_lock(1, hashtext(${keys.account})), pg_advisory_xact_lock(2, hashtext(${keys.address})), ${lazily}`);
          const seconds = await count(tx, attempt);
          blocked.remember(keys, seconds);
          const longest = Math.max(...Object.values(seconds).map(Number));
          if (longest > 0) throw tooManyTries(longest);
        });
      });
      return attempt;
    },

    /** The try was a success: what this account failed from this address counts no more. */
    async clear(attempt: Attempt) {
      await db
        .delete(failures)
        .where(
          and(eq(failures.account, attempt.account), eq(failures.address, attempt.address), sql`${lazily} = 'off'`),
        );
      blocked.forget(keysOf(attempt));
    },
  };
}

function keysOf({ account, address }: Attempt): Keys {
  const [a, b] = [account.toString('base64'), address.toString('base64')];
  return { both: `${a} ${b}`, address: `address ${b}`, account: `account ${a}` };
}
