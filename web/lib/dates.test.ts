import { expect, test } from 'vitest';
import {
  clockTime,
  dayName,
  daysLeft,
  instantOf,
  localMinute,
  nearDate,
  shortDate,
  shownDays,
  timeAgo,
  calendarDay,
  zoneName,
} from '#web/lib/dates.ts';

test('a moment is shown as short month, day and year', () => {
  expect(shortDate('2026-11-21T12:00:00.000Z')).toBe('Nov 21, 2026');
  expect(shortDate('2027-01-02T12:00:00.000Z')).toBe('Jan 2, 2027');
});

test('a near date leaves the present year out', () => {
  expect(nearDate(new Date(2026, 10, 21, 9, 41), now)).toBe('Nov 21');
  expect(nearDate(new Date(2027, 0, 2, 9, 41), now)).toBe('Jan 2, 2027');
});

test('a day of the API stays that day in every zone', () => {
  expect(calendarDay('2026-11-21')).toBe('Nov 21');
});

test.each([
  [{}, undefined],
  [{ from: '2026-10-01' }, 'since Oct 1, 2026'],
  [{ to: '2026-11-21' }, 'until Nov 21, 2026'],
  [{ from: '2026-11-21', to: '2026-11-21' }, 'Nov 21, 2026'],
  [{ from: '2026-10-01', to: '2026-11-21' }, 'Oct 1 to Nov 21, 2026'],
  [{ from: '2025-12-31', to: '2026-01-01' }, 'Dec 31, 2025 to Jan 1, 2026'],
])('the days %j are %s', (range, words) => {
  expect(shownDays(range)).toBe(words);
});

test('a time of day has twelve hours and no zero before it', () => {
  expect(clockTime(new Date(2026, 10, 21, 9, 41))).toBe('9:41 am');
  expect(clockTime(new Date(2026, 10, 21, 21, 4))).toBe('9:04 pm');
  expect(clockTime(new Date(2026, 10, 21, 0, 0))).toBe('12:00 am');
  expect(clockTime(new Date(2026, 10, 21, 12, 0))).toBe('12:00 pm');
});

const now = new Date(2026, 10, 21, 14, 30);
test.each([
  [new Date(2026, 10, 21, 14, 30), 'a moment ago'],
  [new Date(2026, 10, 21, 14, 29, 1), 'a moment ago'],
  [new Date(2026, 10, 21, 14, 29), '1 minute ago'],
  [new Date(2026, 10, 21, 13, 31), '59 minutes ago'],
  [new Date(2026, 10, 21, 13, 30), 'today, 1:30 pm'],
  [new Date(2026, 10, 21, 0, 0), 'today, 12:00 am'],
  [new Date(2026, 10, 20, 23, 59), 'yesterday, 11:59 pm'],
  [new Date(2026, 10, 19, 23, 59), 'Nov 19, 2026, 11:59 pm'],
  // The clock was set back in the meantime.
  [new Date(2026, 10, 21, 15, 0), 'a moment ago'],
])('%s is %s', (date, words) => {
  expect(timeAgo(date, now)).toBe(words);
});

test('just after midnight minutes still count as minutes', () => {
  expect(timeAgo(new Date(2026, 10, 20, 23, 55), new Date(2026, 10, 21, 0, 5))).toBe('10 minutes ago');
});

test('the day before is yesterday on the first of a month too', () => {
  expect(timeAgo(new Date(2026, 9, 31, 9, 41), new Date(2026, 10, 1, 12, 0))).toBe('yesterday, 9:41 am');
});

test('today and yesterday are named, other days have a date', () => {
  expect(dayName(new Date(2026, 10, 21, 0, 0), now)).toBe('Today');
  expect(dayName(new Date(2026, 10, 20, 23, 59), now)).toBe('Yesterday');
  expect(dayName(new Date(2026, 10, 19, 23, 59), now)).toBe('Nov 19, 2026');
  expect(dayName(new Date(2025, 10, 21, 14, 30), now)).toBe('Nov 21, 2025');
});

test.each([
  ['2026-11-21T14:30:00.000Z', '30 days left'],
  ['2026-11-20T14:30:00.001Z', '30 days left'],
  ['2026-11-20T14:30:00.000Z', '29 days left'],
  ['2026-10-23T14:30:00.001Z', '2 days left'],
  ['2026-10-23T14:30:00.000Z', 'Last day'],
  ['2026-09-01T00:00:00.000Z', 'Last day'],
  // The clock is behind the server's.
  ['2026-11-23T00:00:00.000Z', '30 days left'],
])('what was deleted at %s has %s', (since, words) => {
  expect(daysLeft(since, 30, new Date('2026-11-21T14:30:00.000Z'))).toBe(words);
});

test('a field for a date with a time speaks of the zone of the browser', () => {
  const at = new Date(2026, 2, 1, 9, 5, 59);
  expect(localMinute(at)).toBe('2026-03-01T09:05');
  expect(localMinute(at.toISOString())).toBe('2026-03-01T09:05');
  expect(instantOf('2026-03-01T09:05')).toBe(new Date(2026, 2, 1, 9, 5).toISOString());
  expect(instantOf('')).toBeNull();
  expect(zoneName(at)).toMatch(/^[A-Z][a-z]+/);
});
