import { randomId } from '#web/lib/random.ts';

/** A try to make something new: the key it is sent with, and when that was made, by this device's clock, in milliseconds. */
export type Attempt = { key: string; at: number };

/** Milliseconds for which a key is sent again: an hour less than the server knows it, for a try that takes its time. */
const life = 23 * 60 * 60_000;

/** The attempt to go on with: the earlier one while the server still knows its key, else a new one. */
export const currentAttempt = (earlier: Attempt | null, now = Date.now()): Attempt =>
  earlier && now - earlier.at < life ? earlier : { key: randomId(), at: now };
