import { setTimeout as pause } from 'node:timers/promises';

type Options = {
  /** Milliseconds between two times. */
  every: number;
  /** Called with a failure, unless the time before failed too. */
  onFailure: (error: unknown) => void;
};

/** Does a job again and again. The returned function ends this, and resolves once a job under way has ended. */
export function keepDoing(job: (signal: AbortSignal) => Promise<unknown>, { every, onFailure }: Options) {
  const end = new AbortController();
  const { signal } = end;
  let failing = false;
  async function keepOn() {
    while (!signal.aborted) {
      try {
        await job(signal);
        failing = false;
      } catch (error) {
        if (!failing) onFailure(error);
        failing = true;
      }
      await pause(every, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
  const running = keepOn();
  return () => {
    end.abort();
    return running;
  };
}
