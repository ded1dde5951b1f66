import { CallError } from '#web/api/call.ts';
import { createStore, useStore } from '#web/lib/store.ts';

const maxPause = 8_000;
const maxServerPause = 10_000;

/**
 * Milliseconds before the next try: 1, 2, 4, then 8 seconds, up to a quarter less by `chance` (0 to 1), so that desks
 * do not all come back at the same moment. A pause that the server asks for counts up to 10 seconds.
 */
export function pauseAfter(failures: number, retryAfter: number, chance: number) {
  const growing = Math.min(500 * 2 ** failures, maxPause);
  return Math.max(growing * (1 - chance / 4), Math.min(retryAfter, maxServerPause));
}

/** The number of calls that are being repeated. */
const retrying = createStore(0);

const count = (by: 1 | -1) => retrying.set(retrying.get() + by);

/** Whether a failed call is being repeated. */
export const useRetrying = () => useStore(retrying, (calls) => calls > 0);

/** Resolves early when the browser is connected again. */
function pause(milliseconds: number, signal: AbortSignal | undefined) {
  return new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
    signal?.addEventListener('abort', end);
  });
}

/**
 * Repeats a call with growing pauses when it failed on its way (`CallError.isTransient`), for `retryWindow`
 * milliseconds after the first failure. It throws every other failure at once, and after the last try the last
 * failure of a try that was sent, if there was one. `sent` of what it throws is about all tries.
 */
export async function repeat<T>(attempt: () => Promise<T>, retryWindow: number, signal?: AbortSignal): Promise<T> {
  let failures = 0;
  let until = 0;
  let lastSent: CallError | undefined;
  try {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.sent) lastSent = error;
        error.sent = lastSent !== undefined;
        if (!error.isTransient || signal?.aborted) throw error;
        failures += 1;
        if (failures === 1) {
          until = performance.now() + retryWindow;
          count(1);
        }
        const milliseconds = pauseAfter(failures, error.retryAfter, Math.random());
        if (performance.now() + milliseconds > until) throw lastSent ?? error;
        await pause(milliseconds, signal);
      }
    }
  } finally {
    if (failures > 0) count(-1);
  }
}
