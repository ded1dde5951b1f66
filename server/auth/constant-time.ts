import { setImmediate, setTimeout } from 'node:timers/promises';

/**
 * Milliseconds: several times the duration of a check, so that all refusals are one step late unless many sign in at
 * once.
 */
export const refusalStep = 100;

/** A timer may fire this many milliseconds late, so the last milliseconds are polled. */
const timerAccuracy = 2;

/**
 * Resolves at the next multiple of `step` milliseconds after `began` (by `performance.now()`), so that the duration of
 * the work since then shows only in whole steps.
 */
export async function answerOnTick(began: number, step: number) {
  const until = began + (Math.floor((performance.now() - began) / step) + 1) * step;
  const sleep = Math.floor(until - performance.now()) - timerAccuracy;
  if (sleep > 0) await setTimeout(sleep);
  // A timer counts whole milliseconds from when it was set, so it would reveal the fraction that must stay hidden.
  while (performance.now() < until) await setImmediate();
}
