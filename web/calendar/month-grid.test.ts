import { expect, test } from 'vitest';
import { dayByKey, monthsLater, weeksOf } from '#web/calendar/month-grid.ts';

test('the weeks of a month begin on Monday and include the days beside it', () => {
  const november = weeksOf('2026-11');
  expect(november).toHaveLength(6);
  expect([november[0]?.[0], november.at(-1)?.[6]]).toEqual(['2026-10-26', '2026-12-06']);
  expect(weeksOf('2027-02')).toHaveLength(4);
  expect(weeksOf('2028-02').flat()).toContain('2028-02-29');
  expect(weeksOf('2027-02').flat()).not.toContain('2027-02-29');
});

test('months pass the end of a year', () => {
  expect([monthsLater('2026-12', 1), monthsLater('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});

test.each([
  ['ArrowLeft', '2026-12-01', '2026-11-30'],
  ['ArrowRight', '2026-11-30', '2026-12-01'],
  ['ArrowUp', '2026-11-04', '2026-10-28'],
  ['ArrowDown', '2026-11-04', '2026-11-11'],
  ['Home', '2026-11-04', '2026-11-02'],
  ['End', '2026-11-04', '2026-11-08'],
  ['PageDown', '2028-01-31', '2028-02-29'],
  ['PageDown', '2027-01-31', '2027-02-28'],
  ['PageUp', '2026-12-31', '2026-11-30'],
  ['Enter', '2026-11-04', undefined],
])('%s leads from %s to %s', (key, from, to) => {
  expect(dayByKey(key, from)).toBe(to);
});
