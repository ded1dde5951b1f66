import { Failure } from '#server/http/failure.ts';

/** Milliseconds in which the calls of a key are counted. */
const window = 60_000;

/** The maximum number of keys that are counted: more than can be live. */
const maxKeys = 100;

/**
 * Limits the calls of each key to `perMinute`, in this process. The returned function counts a call; it throws 429, with
 * the seconds until the next minute of the key begins, when there were too many.
 */
export function callRate(perMinute: number) {
  const counted = new Map<string, { began: number; calls: number }>();
  return (key: string) => {
    const now = performance.now();
    const last = counted.get(key);
    if (!last || now - last.began >= window) {
      if (counted.size >= maxKeys) counted.clear();
      counted.set(key, { began: now, calls: 1 });
      return;
    }
    last.calls += 1;
    if (last.calls <= perMinute) return;
    throw new Failure(429, 'too_many_calls', `This key made more than ${perMinute} calls within a minute.`, {
      retryAfter: Math.ceil((last.began + window - now) / 1000),
    });
  };
}
