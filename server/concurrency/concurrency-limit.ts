/**
 * Lets `atOnce` pieces of work run at a time and `maxWaiting` more wait for their turn, in order. Work that comes
 * beyond that throws what `refuse` makes.
 */
export function concurrencyLimit(atOnce: number, maxWaiting: number, refuse: () => Error) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw refuse();
      // Work that ends lets the next one start, so `running` stays as it is.
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
