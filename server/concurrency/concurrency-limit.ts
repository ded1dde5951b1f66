type Limits = {
  /** At most this many pieces of work run at a time. */
  atOnce: number;
  /** At most this many wait for their turn, first come, first served. */
  maxWaiting: number;
  /** Milliseconds after which one that waits is refused. Without it nobody is refused for waiting. */
  patience?: number;
};

/** Runs work within these limits. Work that comes beyond them, or waits too long, throws what `refuse` makes. */
export function concurrencyLimit({ atOnce, maxWaiting, patience }: Limits, refuse: () => Error) {
  let running = 0;
  const waiting: (() => void)[] = [];

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(refuse());
      };
      const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(begin);
    });

  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw refuse();
      // Work that ends lets the next one start, so `running` stays as it is.
      await turn();
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
  /** How much runs, and how much waits. */
  const counts = () => ({ running, waiting: waiting.length });
  return Object.assign(limited, { counts });
}
