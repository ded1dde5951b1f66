import { CallError } from '#web/api/call.ts';
import { createStore, useStore } from '#web/lib/store.ts';

const maxPause = 8_000;
const maxServerPause = 10_000;

/**
 * Milliseconds before the next attempt: 1, 2, 4, then 8 seconds, up to a quarter less by `chance` (0 to 1), so that
 * desks do not all reconnect at once. A pause requested by the server counts up to 10 seconds.
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

type Place = { madeAt: number };

/** The calls that may wait for the connection and have failed in transit, the oldest first. */
const queue = createStore<readonly Place[]>([]);

/** Adds a call to the queue, in the order of its time. */
export function joinQueue(madeAt: number) {
  const place: Place = { madeAt };
  queue.set([...queue.get(), place].sort((one, other) => one.madeAt - other.madeAt));
  return {
    /** Resolves once no older call is queued, or when the call is cancelled. */
    untilFirst: (signal: AbortSignal | undefined) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (queue.get()[0] !== place && !signal?.aborted) return;
          stop();
          signal?.removeEventListener('abort', look);
          resolve();
        };
        const stop = queue.watch(look);
        signal?.addEventListener('abort', look);
        look();
      }),
    leave: () => queue.set(queue.get().filter((one) => one !== place)),
  };
}

/** For a call that waits for the connection instead of failing. */
export type Queued = {
  /** When the call was made, in milliseconds. Queued calls are sent in this order. */
  madeAt: number;
  /** Called once, when the call starts waiting. */
  onQueued: () => void;
};

/**
 * Repeats a call that failed in transit (`CallError.isTransient`) with growing pauses, for `retryWindow` milliseconds
 * after the first failure. It throws every other failure at once. After the last attempt it throws the last failure of
 * an attempt that was sent, if any. `sent` of the thrown error covers all attempts. With `queued` it waits for the
 * connection instead, from the moment the browser is offline or the time is over, until it is cancelled.
 */
export async function repeat<T>(
  attempt: () => Promise<T>,
  retryWindow: number,
  signal?: AbortSignal,
  queued?: Queued,
): Promise<T> {
  let failures = 0;
  let until = 0;
  let last: CallError | undefined;
  let lastSent: CallError | undefined;
  let place: ReturnType<typeof joinQueue> | undefined;
  let isTold = false;
  try {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof CallError)) {
          if (!queued || !last || !signal?.aborted) throw error;
          // It was cancelled during an attempt, which may have succeeded.
          last.sent = true;
          throw last;
        }
        last = error;
        if (error.sent) lastSent = error;
        error.sent = lastSent !== undefined;
        if (!error.isTransient || signal?.aborted) throw error;
        failures += 1;
        if (failures === 1) {
          until = performance.now() + retryWindow;
          count(1);
          place = queued && joinQueue(queued.madeAt);
        }
        const milliseconds = pauseAfter(failures, error.retryAfter, Math.random());
        const isOver = performance.now() + milliseconds > until;
        if (queued && !isTold && (isOver || error.code === 'offline')) {
          isTold = true;
          queued.onQueued();
        }
        if (isOver && !queued) throw lastSent ?? error;
        await pause(milliseconds, signal);
        await place?.untilFirst(signal);
        if (signal?.aborted) throw lastSent ?? error;
      }
    }
  } finally {
    if (failures > 0) count(-1);
    place?.leave();
  }
}
