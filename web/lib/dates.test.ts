import { expect, test } from 'vitest';
import {
  calendarDay,
  clockTime,
  dayName,
  daysLeft,
  instantOf,
  localMinute,
  nearDate,
  shortAgo,
  shortDate,
  shownDays,
  timeAgo,
  zoneName,
} from '#web/lib/dates.ts';

test('a time is shown as short month, day and year', () => {
  expect(shortDate('2026-11-21T12:00:00.000Z')).toBe('Nov 21, 2026');
  expect(shortDate('2027-01-02T12:00:00.000Z')).toBe('Jan 2, 2027');
});

test('a date in the current year is shown without the year', () => {
  expect(nearDate(new Date(2026, 10, 21, 9, 41), now)).toBe('Nov 21');
  expect(nearDate(new Date(2027, 0, 2, 9, 41), now)).toBe('Jan 2, 2027');
});

test('a day from the API stays the same in every zone', () => {
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

test('a time of day has 24 hours and no leading zero', () => {
  expect(clockTime(new Date(2026, 10, 21, 9, 41))).toBe('9:41');
  expect(clockTime(new Date(2026, 10, 21, 21, 4))).toBe('21:04');
  expect(clockTime(new Date(2026, 10, 21, 0, 0))).toBe('0:00');
  expect(clockTime(new Date(2026, 10, 21, 12, 0))).toBe('12:00');
});

const now = new Date(2026, 10, 21, 14, 30);
test.each([
  [new Date(2026, 10, 21, 14, 30), 'a moment ago'],
  [new Date(2026, 10, 21, 14, 29, 1), 'a moment ago'],
  [new Date(2026, 10, 21, 14, 29), '1 minute ago'],
  [new Date(2026, 10, 21, 13, 31), '59 minutes ago'],
  [new Date(2026, 10, 21, 13, 30), 'today, 13:30'],
  [new Date(2026, 10, 21, 0, 0), 'today, 0:00'],
  [new Date(2026, 10, 20, 23, 59), 'yesterday, 23:59'],
  [new Date(2026, 10, 19, 23, 59), 'Nov 19, 2026, 23:59'],
  // The clock was set back in the meantime.
  [new Date(2026, 10, 21, 15, 0), 'a moment ago'],
])('%s is %s', (date, words) => {
  expect(timeAgo(date, now)).toBe(words);
});

test('just after midnight minutes still count as minutes', () => {
  expect(timeAgo(new Date(2026, 10, 20, 23, 55), new Date(2026, 10, 21, 0, 5))).toBe('10 minutes ago');
});

test('on the first of a month the previous day is yesterday too', () => {
  expect(timeAgo(new Date(2026, 9, 31, 9, 41), new Date(2026, 10, 1, 12, 0))).toBe('yesterday, 9:41');
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
])('a deletion at %s has %s', (since, words) => {
  expect(daysLeft(since, 30, new Date('2026-11-21T14:30:00.000Z'))).toBe(words);
});

test('a field for a date with a time uses the zone of the browser', () => {
  const at = new Date(2026, 2, 1, 9, 5, 59);
  expect(localMinute(at)).toBe('2026-03-01T09:05');
  expect(localMinute(at.toISOString())).toBe('2026-03-01T09:05');
  expect(instantOf('2026-03-01T09:05')).toBe(new Date(2026, 2, 1, 9, 5).toISOString());
  expect(instantOf('')).toBeNull();
  expect(zoneName(at)).toMatch(/^[A-Z][a-z]+/);
});

test.each([
  [new Date(2026, 10, 21, 9, 41), 'now'],
  // A clock behind the server's.
  [new Date(2026, 10, 21, 9, 45), 'now'],
  [new Date(2026, 10, 21, 9, 29), '12 min'],
  [new Date(2026, 10, 21, 6, 40), '3 h'],
  [new Date(2026, 10, 20, 9, 0), 'Fri'],
  [new Date(2026, 10, 2, 9, 0), 'Nov 2'],
  [new Date(2025, 10, 2, 9, 0), 'Nov 2, 2025'],
])('the shortest form of %s is %s', (moment, said) => {
  expect(shortAgo(moment, new Date(2026, 10, 21, 9, 41, 30))).toBe(said);
});
