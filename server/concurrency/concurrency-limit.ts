type Limits = {
  /** The maximum number of pieces of work that run at a time. */
  atOnce: number;
  /** The maximum number that wait for their turn, first come, first served. */
  maxWaiting: number;
  /** Milliseconds after which waiting work is refused. By default there is no such limit. */
  patience?: number;
};

/** Runs work within these limits. Work beyond them, or that waits too long, throws the result of `refuse`. */
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
      // Finished work passes its place to the next one, so `running` does not change.
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
  /** The number of running and of waiting pieces of work. */
  const counts = () => ({ running, waiting: waiting.length });
  return Object.assign(limited, { counts });
}
