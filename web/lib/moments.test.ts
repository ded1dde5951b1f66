import { expect, test } from 'vitest';
import { localMinute, zoneName } from '#web/lib/dates.ts';
import { momentInWords, timeFrom, usualMoments, zoneCity, zoneTime } from '#web/lib/moments.ts';

test.each([
  ['Africa/Lagos', 'Lagos'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', zoneName(new Date())],
  // These zone names have the opposite sign.
  ['Etc/GMT+1', zoneName(new Date())],
])('the zone %s is named %s', (zone, name) => {
  expect(zoneCity(new Date(), zone)).toBe(name);
});

test('times are labelled with a city, else with the name of the zone', () => {
  expect(zoneTime(new Date(), 'Africa/Lagos')).toBe('Lagos time');
  expect(zoneTime(new Date(), 'UTC')).toBe(zoneName(new Date()));
});

const noon = new Date(2026, 10, 23, 12, 0);
test.each([
  [new Date(2026, 10, 23, 12, 0, 20), 'in 0 minutes'],
  [new Date(2026, 10, 23, 12, 35), 'in 35 minutes'],
  [new Date(2026, 10, 23, 13, 0), 'in 1 hour'],
  [new Date(2026, 10, 24, 8, 0), 'in 20 hours'],
  [new Date(2026, 10, 24, 23, 0), 'in 35 hours'],
  [new Date(2026, 10, 25, 0, 0), 'in 2 days'],
  [new Date(2026, 10, 30, 8, 0), 'in 7 days'],
  [new Date(2026, 10, 23, 10, 0), '2 hours ago'],
])('at noon %s is %s', (instant, words) => {
  expect(timeFrom(instant, noon)).toBe(words);
});

test('a chosen time is described by its day, its time, its distance and its city', () => {
  expect(momentInWords(new Date(2026, 10, 24, 8, 0), noon)).toBe(
    `Tue Nov 24, 8:00, in 20 hours, ${zoneCity(new Date())}`,
  );
  expect(momentInWords(new Date(2027, 0, 1, 0, 0), noon)).toMatch(/^Fri Jan 1, 2027, 0:00, in 39 days, /);
});

const offered = (...given: Parameters<typeof usualMoments>) =>
  usualMoments(...given).map(({ label, instant }) => [label, localMinute(instant)]);
const tomorrow = ['Tomorrow 8:00', '2026-11-24T08:00'];
const nextMonday = ['Next Monday 8:00', '2026-11-30T08:00'];
test.each([
  ['Monday noon', noon, [['Today 18:00', '2026-11-23T18:00'], tomorrow, nextMonday]],
  ['Monday at 18:00', new Date(2026, 10, 23, 18, 0), [tomorrow, nextMonday]],
  [
    'Saturday before 8:00',
    new Date(2026, 10, 21, 7, 59),
    [
      ['Today 8:00', '2026-11-21T08:00'],
      ['Today 18:00', '2026-11-21T18:00'],
      ['Tomorrow 8:00', '2026-11-22T08:00'],
      ['Monday 8:00', '2026-11-23T08:00'],
    ],
  ],
  [
    'Sunday evening, when Monday is tomorrow',
    new Date(2026, 10, 22, 20, 0),
    [['Tomorrow, Monday 8:00', '2026-11-23T08:00']],
  ],
  [
    'the last day of a year',
    new Date(2026, 11, 31, 17, 59),
    [
      ['Today 18:00', '2026-12-31T18:00'],
      ['Tomorrow 8:00', '2027-01-01T08:00'],
      ['Monday 8:00', '2027-01-04T08:00'],
    ],
  ],
])('the times suggested on %s are in the future', (_, after, moments) => {
  expect(offered(after)).toEqual(moments);
});

test('an end is suggested only after its start, with labels relative to today', () => {
  expect(offered(noon, new Date(2026, 10, 24, 8, 0))).toEqual([nextMonday]);
});
