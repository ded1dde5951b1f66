import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { TimeZone } from '#contract/common.ts';
import { daysAfter, daysIn, maxClocks } from '#server/users/days.ts';

test.each([
  ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z'],
  ['Africa/Lagos', '2026-11-22', '2026-11-21T23:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-22', '2026-11-21T18:30:00.000Z'],
  ['America/St_Johns', '2026-11-22', '2026-11-22T03:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-22', '2026-11-21T10:00:00.000Z'],
  // The clocks change on this day.
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z'],
  ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z'],
  // They skip midnight: the day begins at 1:00.
  ['America/Santiago', '2024-09-08', '2024-09-08T04:00:00.000Z'],
  ['Asia/Beirut', '2024-03-31', '2024-03-30T22:00:00.000Z'],
  // Midnight occurs once, and 23:00 twice.
  ['America/Santiago', '2024-04-07', '2024-04-07T04:00:00.000Z'],
])('in %s the day %s begins at %s', (zone, day, start) => {
  expect(daysIn(zone).startOf(day).toISOString()).toBe(start);
});

test('in every zone each day begins where the one before ends', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const day = fc.integer({ min: 0, max: 365 * 60 }).map((days) => daysAfter('1990-01-01', days));
  fc.assert(
    fc.property(zone, day, (timeZone, asked) => {
      const { startOf, dayAt } = daysIn(timeZone);
      const start = startOf(asked).getTime();
      // A few islands have skipped a whole day at the date line.
      fc.pre(dayAt(new Date(start + 43_200_000)) === asked);
      expect(dayAt(new Date(start))).toBe(asked);
      expect(dayAt(new Date(start - 1)) < asked).toBe(true);
    }),
    { numRuns: 3000, seed: 20_261_121 },
  );
});

test('a zone is tried once and has one clock, however often its days are asked for', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (let call = 0; call < 100; call += 1) daysIn(TimeZone.parse('Africa/Accra'));
  expect(made).toHaveBeenCalledTimes(2);
  made.mockRestore();
});

test('a zone whose clock was put away for newer ones has the same days', () => {
  const before = daysIn('Africa/Lagos').startOf('2026-11-22');
  for (const zone of Intl.supportedValuesOf('timeZone').slice(0, maxClocks + 1)) daysIn(zone);
  expect(daysIn('Africa/Lagos').startOf('2026-11-22')).toEqual(before);
});
