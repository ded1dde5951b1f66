import { expect, test } from 'vitest';
import { pauseAfter } from '#web/api/retry.ts';

const five = [1, 2, 3, 4, 5];

test('pauses double from one second to eight', () => {
  expect(five.map((failures) => pauseAfter(failures, 0, 0))).toEqual([1000, 2000, 4000, 8000, 8000]);
});

test('the random part shortens a pause by at most a quarter', () => {
  expect(five.map((failures) => pauseAfter(failures, 0, 1))).toEqual([750, 1500, 3000, 6000, 6000]);
});

test('a pause requested by the server counts up to ten seconds', () => {
  expect(pauseAfter(1, 2000, 0)).toBe(2000);
  expect(pauseAfter(4, 2000, 0)).toBe(8000);
  expect(pauseAfter(1, 3_600_000, 0)).toBe(10_000);
});
