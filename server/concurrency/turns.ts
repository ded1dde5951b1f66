import { setImmediate as letOthers } from 'node:timers/promises';

/** Milliseconds of long work before other work may run. */
const atOnce = 20;

/**
 * For long work in parts: call the returned function between two parts. It lets other work run when the parts since the
 * last pause took too long.
 */
export function turns() {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < atOnce) return;
    await letOthers();
    since = performance.now();
  };
}
