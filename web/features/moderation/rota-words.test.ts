import { expect, test } from 'vitest';
import type { Shift } from '#contract/rota.ts';
import { daysInWords, dutyInWords, shiftsOfDays, timesInWords } from '#web/features/moderation/rota-words.ts';

const shift = (id: string, days: number[], from: string, to: string): Shift => ({
  id,
  days,
  from,
  to,
  staff: { id, name: 'Ife Bello' },
});

test.each([
  ['09:00', '17:00', '09:00–17:00'],
  ['18:00', '00:00', '18:00–00:00'],
  ['22:00', '06:00', '22:00–06:00 the next day'],
  ['12:00', '12:00', '12:00–12:00 the next day'],
  ['00:00', '00:00', 'the whole day'],
])('a shift from %s to %s is in words: %s', (from, to, words) => {
  expect(timesInWords({ from, to })).toBe(words);
});

test('days are named', () => {
  expect([daysInWords([1, 7]), daysInWords([1, 2, 3, 4, 5, 6, 7])]).toEqual(['Monday, Sunday', 'Every day']);
});

test('a shift stands on each of its days, in the order of its start', () => {
  const week = shiftsOfDays([shift('late', [1, 3], '22:00', '06:00'), shift('early', [1], '06:00', '14:00')]);
  expect(week.map(({ day, shifts }) => [day, shifts.map(({ id }) => id).join(' ')])).toEqual([
    [1, 'early late'],
    [2, ''],
    [3, 'late'],
    [4, ''],
    [5, ''],
    [6, ''],
    [7, ''],
  ]);
});

test('with nobody on duty the sentence says who is told', () => {
  expect(dutyInWords([])).toBe('Nobody is on duty now. All moderators are told instead.');
  expect(dutyInWords([{ name: 'Ada Obi' }, { name: 'Ife Bello' }])).toBe('On duty now: Ada Obi, Ife Bello');
});
