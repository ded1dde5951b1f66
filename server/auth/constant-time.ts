import { setImmediate, setTimeout } from 'node:timers/promises';

/** A timer ends up to so many milliseconds late; the last ones are watched, not slept. */
const timerAccuracy = 2;

/**
 * Ends at the next multiple of `step` milliseconds after `began` (by `performance.now()`), so that how long the work
 * took since then shows only in whole steps.
 */
export async function answerOnTick(began: number, step: number) {
  const until = began + (Math.floor((performance.now() - began) / step) + 1) * step;
  const sleep = Math.floor(until - performance.now()) - timerAccuracy;
  if (sleep > 0) await setTimeout(sleep);
  // A timer counts whole milliseconds from when it was set, and would pass on the fraction that must not show.
  while (performance.now() < until) await setImmediate();
}
