type Waiting<K, T> = { key: K; resolve: (found: T) => void; reject: (error: unknown) => void };

/**
 * Makes many look-ups at once cost one statement: at most `atOnce` reads are under way, and what is asked for meanwhile is
 * read together by the next. Whoever asks gets what a read found that began after the question. `read` answers in the order
 * of its keys; when it fails, all who wait for it are told.
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
