import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { describeError } from '#server/database/reason.ts';

/** Milliseconds for which refusals are counted before the log says how many there were. */
const countedFor = 60_000;
/** At most this many network addresses are told apart. */
const maxAddresses = 1000;

type Account = { id: string; email: string };
type Refused = { account: Account | null; count: number; from: Set<string> };

/**
 * Counts refused sign-ins for the log. A stranger can be refused as often as they like, so they get no entry each: once a
 * minute there is one for each account that somebody tried to get into, and one for all tries that met no account, or a limit. An
 * entry says from how many addresses they came, and names none: people who mistype their password are not followed.
 * What was counted in the last minute is lost with a process that is killed.
 */
export function refusalLog(db: NodePgDatabase, log: FastifyBaseLogger) {
  let counted = new Map<string, Refused>();
  let timer: NodeJS.Timeout | undefined;

  /** Writes down what was counted. */
  async function write() {
    clearTimeout(timer);
    timer = undefined;
    const all = [...counted.values()];
    counted = new Map();
    for (const { account, count, from } of all) {
      const many = from.size < maxAddresses ? `${from.size}` : `at least ${maxAddresses}`;
      const details = from.size === 1 ? 'from one address' : `from ${many} addresses`;
      const written = sql`SELECT log_event(${uuidv7()}, NULL, '', 'refuse', 'staff', 'account', ${account?.id ?? null},
        ${account?.email ?? ''}, ${details}, ${count})`;
      await db.execute(written).catch((error: Error) => {
        log.warn({ error: describeError(error), count }, 'refused sign-ins were not written to the log');
      });
    }
  }

  return {
    /** Counts one, from a network address. `account` is the one it was meant for, as far as there is one. */
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
