import { isPlain } from '#server/database/driver/plain.ts';

type Waiting<K, T> = { key: K; resolve: (found: T) => void; reject: (error: unknown) => void };

/**
 * Combines simultaneous look-ups into one read. At most `atOnce` reads run; keys that arrive during a read wait for the
 * next one. The result always comes from a read that began after the call. `read` returns one result for each key, in
 * order; when it throws, all its callers get the error.
 */
export function batch<K, T>(atOnce: number, read: (keys: K[]) => Promise<T[]>): (key: K) => Promise<T> {
  const waiting: Waiting<K, T>[] = [];
  let running = 0;

  async function run() {
    running += 1;
    while (waiting.length > 0) {
      const asked = waiting.splice(0, isPlain() ? 1 : waiting.length);
      try {
        const found = await read(asked.map(({ key }) => key));
        asked.forEach(({ resolve }, index) => resolve(found[index] as T));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    running -= 1;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (running < atOnce) void run();
    });
}
