import { randomId } from '#web/lib/random.ts';

/** A try to make something new: the key it is sent with, and when that was made, by this device's clock, in milliseconds. */
export type KeyedTry = { key: string; at: number };

/** The keys of what may have reached the server, as far as this page knows. */
const maybeSent = new Set<string>();

/** Says that what goes with this key may have reached the server, now or before the page was opened. */
export const noteSent = (key: string) => void maybeSent.add(key);

/** Whether what goes with this key may have reached the server: then nobody can say that it was not sent. */
export const mayBeSent = (key: string) => maybeSent.has(key);

/** Milliseconds for which a key is sent again: an hour less than the server knows it, for a try that takes its time. */
const life = 23 * 60 * 60_000;

/** The attempt to go on with: the earlier one while the server still knows its key, else a new one. */
export const currentTry = (earlier: KeyedTry | null, now = Date.now()): KeyedTry =>
  earlier && now - earlier.at < life ? earlier : { key: randomId(), at: now };
