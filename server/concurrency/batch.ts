type Waiting<K, T> = { key: K; resolve: (found: T) => void; reject: (error: unknown) => void };

/**
 * Joins look-ups that are asked for at the same time into one read. At most `atOnce` reads run; keys that are asked for
 * meanwhile wait for the next one. The answer always comes from a read that began after the question. `read` gives one
 * result for each key, in their order; when it throws, all who wait for it get the error.
 */
export function batch<K, T>(atOnce: number, read: (keys: K[]) => Promise<T[]>): (key: K) => Promise<T> {
  let waiting: Waiting<K, T>[] = [];
  let running = 0;

  async function run() {
    running += 1;
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
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
