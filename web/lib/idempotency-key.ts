import { randomId } from '#web/lib/random.ts';

/** An attempt to create something: its Idempotency-Key, and when that was made, in milliseconds by this device's clock. */
export type KeyedTry = { key: string; at: number };

/** Keys of requests that may have reached the server. */
const maybeSent = new Set<string>();

/** Records that a request with this key may have reached the server, now or before the page was opened. */
export const noteSent = (key: string) => void maybeSent.add(key);

/** Whether a request with this key may have reached the server. If so, it cannot be called unsent. */
export const mayBeSent = (key: string) => maybeSent.has(key);

/** Milliseconds for which a key is used again: an hour less than the server keeps it, because a try takes time. */
const life = 23 * 60 * 60_000;

/** The earlier try while the server still keeps its key, else a new one. */
export const currentTry = (earlier: KeyedTry | null, now = Date.now()): KeyedTry =>
  earlier && now - earlier.at < life ? earlier : { key: randomId(), at: now };
