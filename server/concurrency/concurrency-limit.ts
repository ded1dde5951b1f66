import { Failure } from '#server/http/failure.ts';

/**
 * Lets `atOnce` pieces of work run at a time and `maxWaiting` more wait for their turn, in order. Whoever comes
 * beyond that is told 503 with `message`.
 */
export function concurrencyLimit(atOnce: number, maxWaiting: number, message: string) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new Failure(503, 'busy', message, { retryAfter: 5 });
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
