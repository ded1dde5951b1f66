import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap of this process grow by a quarter of what lives in it before it is collected again. V8 by itself lets it grow to four
 * times as much where the machine has a lot of memory, and gives little of that back (decision 17).
 */
export const collectEarly = () => setFlagsFromString('--heap-growing-percent=25');
