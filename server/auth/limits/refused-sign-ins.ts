import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { describeError } from '#server/database/reason.ts';

/** Milliseconds for which refusals are counted before they are logged. */
const countedFor = 60_000;
/** The maximum number of network addresses that are counted separately. */
const maxAddresses = 1000;

type Account = { id: string; email: string };
type Refused = { account: Account | null; count: number; from: Set<string> };

/**
 * Counts refused sign-ins for the log. A stranger can cause any number of refusals, so they are not logged
 * individually: once a minute there is one entry for each account that was tried, and one for all tries of unknown
 * accounts, or beyond a limit. An entry has the number of addresses, but none of them: people who mistype their
 * password are not tracked. The counts of the last minute are lost when a process is killed.
 */
export function refusalLog(db: NodePgDatabase, log: FastifyBaseLogger) {
  let counted = new Map<string, Refused>();
  let timer: NodeJS.Timeout | undefined;

  /** Writes the counts to the log. */
  async function write() {
    clearTimeout(timer);
    timer = undefined;
    const all = [...counted.values()];
    counted = new Map();
    for (const { account, count, from } of all) {
      const many = from.size < maxAddresses ? `${from.size}` : `at least ${maxAddresses}`;
      const details = from.size === 1 ? 'from one address' : `from ${many} addresses`;
      const entry = sql`SELECT log_event(${uuidv7()}, NULL, '', 'refuse', 'staff', 'account', ${account?.id ?? null},
        ${account?.email ?? ''}, ${details}, ${count})`;
      await db.execute(entry).catch((error: Error) => {
        log.warn({ error: describeError(error), count }, 'refused sign-ins were not written to the log');
      });
    }
  }

  return {
    /** Counts a refusal from a network address. `account` is the account that was tried, if it exists. */
    count(account: Account | null, from: string) {
      const key = account?.id ?? '';
      const known = counted.get(key) ?? { account, count: 0, from: new Set<string>() };
      known.count += 1;
      if (known.from.size < maxAddresses) known.from.add(from);
      counted.set(key, known);
      timer ??= setTimeout(() => void write(), countedFor).unref();
    },
    write,
  };
}

export type RefusalLog = ReturnType<typeof refusalLog>;
