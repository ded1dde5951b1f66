import { expect, test } from 'vitest';
import { duration, lastMonths, monthName, percent } from '#web/features/moderation/figures-words.ts';

test('a time has two units at most, and is never shorter than it is', () => {
  expect([1, 32, 60, 64, 1024, 1440, 2048, 4096, 8192, 16_384].map(duration)).toEqual([
    '1 min',
    '32 min',
    '1 h',
    '1 h 4 min',
    '17 h 4 min',
    '1 day',
    '1 day 11 h',
    '2 days 21 h',
    '5 days 17 h',
    '12 days',
  ]);
});

test('only all is 100%, and only none is 0%', () => {
  const shares = [[0, 0], [0, 3], [2, 3], [3, 3], [999, 1000], [1, 1000]] as const; // prettier-ignore
  expect(shares.map(([part, whole]) => percent(part, whole))).toEqual(['–', '0%', '67%', '100%', '99%', '1%']);
});

test('months are those of UTC', () => {
  expect([monthName('2026-01'), monthName('2026-12'), lastMonths(6), lastMonths(1)]).toEqual([
    'Jan 2026',
    'Dec 2026',
    'last 6 months',
    'this month',
  ]);
});
