import { expect, test } from 'vitest';
import { phoneDate, shortDate } from '#web/lib/dates.ts';

test('a moment is shown as short month, day and year', () => {
  expect(shortDate('2026-11-21T12:00:00.000Z')).toBe('Nov 21, 2026');
  expect(shortDate('2027-01-02T12:00:00.000Z')).toBe('Jan 2, 2027');
});

test('a day as phones write it', () => {
  expect(phoneDate(new Date('2026-11-21T12:00:00.000Z'))).toBe('Saturday 21 November');
});
