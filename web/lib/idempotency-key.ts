import { randomId } from '#web/lib/random.ts';

/** An attempt to create something: its Idempotency-Key, and when that was made, in milliseconds by this device's clock. */
export type KeyedTry = { key: string; at: number };

/** Milliseconds for which a key is used again: an hour less than the server keeps it, because a try takes time. */
export const keyLife = 23 * 60 * 60_000;

/** The earlier try while the server still keeps its key, else a new one. */
export const currentTry = (earlier: KeyedTry | null, now = Date.now()): KeyedTry =>
  earlier && now - earlier.at < keyLife ? earlier : { key: randomId(), at: now };
