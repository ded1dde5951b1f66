import { randomId } from '#web/lib/random.ts';

/** An attempt to create a record: its Idempotency-Key, and the key's time in milliseconds of this device's clock. */
export type KeyedTry = { key: string; at: number };

/** Milliseconds for which a key is reused: an hour less than the server keeps it, because an attempt takes time. */
export const keyLife = 23 * 60 * 60_000;

/** The earlier attempt while the server still keeps its key, else a new one. */
export const currentTry = (earlier: KeyedTry | null, now = Date.now()): KeyedTry =>
  earlier && now - earlier.at < keyLife ? earlier : { key: randomId(), at: now };
