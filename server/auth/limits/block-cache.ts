import { Failure } from '#server/http/failure.ts';

/** The keys that count a try: the account from this address, the address, the account. */
export type Keys = { both: string; address: string; account: string };

/** 429 with whole seconds until the next try can succeed. */
export const tooManyTries = (seconds: number) =>
  new Failure(429, 'too_many_tries', 'Too many failed tries. Wait a few minutes, then try again.', {
    retryAfter: Math.ceil(seconds),
  });

type Entry = {
  /** When the block ends. */
  until: number;
  /** When the database is asked again, in case the block has ended earlier. */
  askAgain: number;
};

/**
 * Caches the blocked keys, so that a flood of refused tries costs the database almost nothing. Contains at most
 * `maxKeys` keys, each for at most `milliseconds` before the database is asked again.
 */
export function blockCache(maxKeys: number, milliseconds: number) {
  const known = new Map<string, Entry>();

  return {
    /** Throws 429 with the seconds to wait when one of the keys is known to be blocked. */
    refuse(keys: Keys) {
      const now = performance.now();
      const waits = Object.values(keys).map((key) => {
        const entry = known.get(key);
        return entry && entry.askAgain > now ? entry.until - now : 0;
      });
      const longest = Math.max(...waits);
      if (longest > 0) throw tooManyTries(longest / 1000);
    },

    /** Stores the result from the database: the seconds to wait for each key, null for none. */
    remember(keys: Keys, seconds: Record<keyof Keys, number | null>) {
      const now = performance.now();
      for (const name of ['both', 'address', 'account'] as const) {
        known.delete(keys[name]);
        const until = now + (seconds[name] ?? 0) * 1000;
        if (until > now) known.set(keys[name], { until, askAgain: Math.min(until, now + milliseconds) });
      }
      // A Map iterates its keys in the order of insertion.
      for (const key of known.keys()) {
        if (known.size <= maxKeys) break;
        known.delete(key);
      }
    },

    forget(keys: Keys) {
      for (const key of Object.values(keys)) known.delete(key);
    },
  };
}
