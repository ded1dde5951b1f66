import { expect, test } from 'vitest';
import { formatValue } from '#web/lib/format-value.ts';

test.each([
  ['text, as it is: 7', 'text, as it is: 7'],
  ['', ''],
  [true, 'Yes'],
  [false, 'No'],
  [0, '0'],
  [12_500.5, '12,500.5'],
  [4.7, '4.7'],
  [['English', 'Yorùbá', 'Hausa'], 'English, Yorùbá, Hausa'],
  [['WHO, 2023', 'NHS'], 'WHO, 2023\nNHS'],
  [[], 'None'],
  [null, 'None'],
  [undefined, 'None'],
  ['2026-11-21', '2026-11-21'],
  [{ low: 21, high: 35 }, 'low: 21\nhigh: 35'],
])('%j', (value, words) => {
  expect(formatValue(value)).toBe(words);
});

test('a time is shown in the zone of the browser', () => {
  const here = new Date(2026, 10, 21, 9, 41);
  expect(formatValue(here.toISOString())).toBe('Nov 21, 2026, 9:41');
});
