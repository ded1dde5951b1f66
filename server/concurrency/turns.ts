import { setImmediate as letOthers } from 'node:timers/promises';

/** Milliseconds that long work takes before others get their turn. */
const atOnce = 20;

/**
 * For long work in parts: what it returns is called between two of them, and lets others have their turn once the parts since the
 * last one took too long.
 */
export function turns() {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < atOnce) return;
    await letOthers();
    since = performance.now();
  };
}
