import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { answerOnTick } from '#server/auth/constant-time.ts';

test.each([
  ['its beginning', 0, 1],
  ['the middle of a step', 30.4, 1],
  ['just before the end of one', 59.7, 1],
  ['a later step', 150.2, 3],
])('work that took until %s is never over before the end of that step', async (_, took, steps) => {
  const began = performance.now() - took;
  await answerOnTick(began, 60);
  expect(performance.now()).toBeGreaterThanOrEqual(began + steps * 60);
});

test('adds no more than one step', async () => {
  const step = 2_000;
  const padded = answerOnTick(performance.now() - step * 1.95, step).then(() => 'padded');
  expect(await Promise.race([padded, setTimeout(step / 2, 'a step too late', { ref: false })])).toBe('padded');
});
