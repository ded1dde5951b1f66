import { type SQL, and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Keys, blockCache, tooManyTries } from '#server/auth/limits/block-cache.ts';
import { challenges } from '#server/auth/factors/tables.ts';
import { emailKey, signInFailures, staff } from '#server/auth/tables.ts';
import { hashOf } from '#server/auth/tokens.ts';
import { isoOf } from '#server/database/columns.ts';
import { asyncCommit } from '#server/database/connect/pool.ts';
import type { RefusalLog } from '#server/auth/limits/refused-sign-ins.ts';
import { keptStatement } from '#server/database/driver/statements.ts';
import { busy } from '#server/http/failure.ts';
import { networkOf } from '#server/http/connections/network.ts';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';

export type SignInLimits = {
  /** Minutes for which a failure counts. */
  window: number;
  /** Failures for one account from one address. */
  accountAddress: number;
  /** Failures from one address, for any account. */
  address: number;
  /** Failures for one account, from any address. */
  account: number;
};

/** The keys by which a try is counted. */
export type Attempt = { account: Buffer; address: Buffer };

/**
 * The kind of caller: a stranger who signs in, or a live session that confirms the person. They are counted separately,
 * so that strangers who guess a password do not keep its owner from confirming.
 */
const triers = ['stranger', 'session'] as const;
export type Trier = (typeof triers)[number];

const accountColumns = {
  id: staff.id,
  email: staff.email,
  role: staff.role,
  passwordHash: staff.passwordHash,
  enabled: staff.enabled,
};
/** The columns of an account for signing in. */
export type SigningIn = Pick<typeof staff.$inferSelect, keyof typeof accountColumns>;

/** A counted try, and the account with its email, if there is one. */
type Reserved = { attempt: Attempt; found: SigningIn | null };

const hashFor = (trier: Trier, text: string) => hashOf(trier === 'stranger' ? text : `${trier} ${text}`);
const accountHash = (email: string, trier: Trier) => hashFor(trier, email.trim().toLowerCase());

/** Addresses are hashed for privacy. */
export const addressHash = (from: string, trier: Trier = 'stranger') => hashFor(trier, networkOf(from));

/** Accounts are counted by a hash, whether they exist or not, so that a limit does not reveal which exist. */
export const attemptOf = (email: string, from: string, trier: Trier = 'stranger'): Attempt => ({
  account: accountHash(email, trier),
  address: addressHash(from, trier),
});

/**
 * Deletes the failed tries of an account, from every address. A process that caches the account as blocked refuses it
 * for up to 10 more seconds. An address that has reached its own limit stays blocked.
 */
export async function liftBlock(db: NodePgDatabase, email: string): Promise<void> {
  const accounts = triers.map((trier) => accountHash(email, trier));
  await db.delete(signInFailures).where(inArray(signInFailures.account, accounts));
}

/**
 * Deletes the failed tries from a network address, for every account, and the passkey challenges requested from there.
 */
export async function liftAddressBlock(db: NodePgDatabase, from: string): Promise<void> {
  const addresses = triers.map((trier) => addressHash(from, trier));
  await db.delete(signInFailures).where(inArray(signInFailures.address, addresses));
  await db.delete(challenges).where(eq(challenges.address, addressHash(from)));
}

/** `accountHash` in SQL, for the stored email of an account. */
const storedHash = (trier: Trier) =>
  sql`sha256(convert_to(${sql.raw(trier === 'stranger' ? "''" : `'${trier} '`)} || ${emailKey(staff.email)}, 'UTF8'))`;

/**
 * The end of the block of each blocked account, as rows of `id, until`: for signing in or confirming, from the address
 * of the failures or from anywhere.
 */
export function blockedAccounts(limits: SignInLimits): SQL {
  const period = sql`make_interval(mins => ${limits.window}::integer)`;
  const hashed = sql.join(
    triers.map((trier) => sql`SELECT ${staff.id}, ${storedHash(trier)} AS hash FROM ${staff}`),
    sql` UNION ALL `,
  );
  // As in `count_sign_in`: a try is possible when the n-th newest failure, where n is the limit, is too old to count.
  return sql`
    SELECT hashed.id, max(at + ${period})::timestamptz(3) AS until FROM (
      SELECT account, at, row_number() OVER (PARTITION BY account, address ORDER BY at DESC) AS of_both,
        row_number() OVER (PARTITION BY account ORDER BY at DESC) AS of_account
      FROM ${signInFailures} WHERE at > now() - ${period} AND account IN (SELECT hash FROM (${hashed}) AS hashed)
    ) AS failed JOIN (${hashed}) AS hashed ON hashed.hash = account
    WHERE of_both = ${limits.accountAddress}::integer OR of_account = ${limits.account}::integer GROUP BY hashed.id`;
}

/** The end of the block of each blocked account, by its id. */
export async function readBlocks(db: NodePgDatabase, limits: SignInLimits): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; until: string }>(blockedAccounts(limits));
  return new Map(rows.map(({ id, until }) => [id, isoOf(until)]));
}

/**
 * The maximum number of tries that one process reserves at once, because a flood of tries must not occupy the whole
 * pool.
 */
const atOnce = 3;
/** The maximum number of tries that wait for a reservation. */
const maxWaiting = 200;

/**
 * The maximum number of blocked keys that a process caches. Beyond that it drops the oldest and asks the database
 * again.
 */
const maxRemembered = 10_000;
/** Milliseconds for which the database is not asked again. A success in another process may have ended the wait. */
const rememberedFor = 10_000;

/**
 * Counts tries of a password or a code, at sign-in and in a session, for all processes in the database. Its refusals
 * are counted for the log.
 */
export function signInLimiter(db: NodePgDatabase, limits: SignInLimits, refusals: Pick<RefusalLog, 'count'>) {
  const inTurn = concurrencyLimit({ atOnce, maxWaiting }, () =>
    busy('Too many people are signing in at once. Try again.'),
  );
  const blocked = blockCache(maxRemembered, rememberedFor);

  /** Counts the try unless a limit is reached, and reads its account. Returns the seconds to wait for each limit. */
  const count = keptStatement<Record<keyof Keys, number | null> & (SigningIn | { id: null })>(
    'count_sign_in',
    { both: sql`both`, address: sql`address`, account: sql`account`, ...accountColumns },
    () => sql`
      SELECT "both", address, account, ${sql.join(Object.values(accountColumns), sql`, `)}
      FROM count_sign_in(${sql.placeholder('account')}, ${sql.placeholder('address')}, make_interval(mins => ${limits.window}),
        ${limits.accountAddress}, ${limits.address}, ${limits.account})
      LEFT JOIN ${staff} ON ${emailKey(staff.email)} = ${sql.placeholder('email')}`,
  );
  const forget = db
    .delete(signInFailures)
    .where(
      and(
        eq(signInFailures.account, sql.placeholder('account')),
        eq(signInFailures.address, sql.placeholder('address')),
        asyncCommit,
      ),
    )
    .prepare('forget_sign_ins');

  return {
    /**
     * Counts a try as failed before the password is checked, so that simultaneous tries are all counted. Throws 429
     * with the seconds until the next try is possible.
     */
    async reserve(email: string, from: string, trier: Trier = 'stranger'): Promise<Reserved> {
      const attempt = attemptOf(email, from, trier);
      const keys = keysOf(attempt);
      try {
        blocked.refuse(keys);
        return await inTurn(async () => {
          blocked.refuse(keys);
          const [row] = await count(db, { ...attempt, email: email.toLowerCase() });
          if (!row) throw new Error('A try that was not counted');
          const { both, address, account, ...found } = row;
          // After the clock steps back, failures are in the future until they are moved back (`server/run/clock.ts`).
          const wait = (seconds: number | null) => Math.min(Number(seconds), limits.window * 60);
          const waits = { both: wait(both), address: wait(address), account: wait(account) };
          blocked.remember(keys, waits);
          const longest = Math.max(...Object.values(waits));
          if (longest > 0) throw tooManyTries(longest);
          return { attempt, found: found.id === null ? null : found };
        });
      } catch (error) {
        refusals.count(null, from);
        throw error;
      }
    },

    /** Records a success: the failures of this account from this address no longer count. */
    async clear(attempt: Attempt) {
      await forget.execute(attempt);
      blocked.forget(keysOf(attempt));
    },

    /** The part of `clear` in this process, when the database has already deleted the failures. */
    unblock: (attempt: Attempt) => blocked.forget(keysOf(attempt)),
  };
}

function keysOf({ account, address }: Attempt): Keys {
  const [a, b] = [account.toString('base64'), address.toString('base64')];
  return { both: `${a} ${b}`, address: `address ${b}`, account: `account ${a}` };
}

export type SignInLimiter = ReturnType<typeof signInLimiter>;
