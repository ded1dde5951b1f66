import { expect, test } from 'vitest';
import { countOf, daysInWords, phaseDays, writtenDays } from '#web/features/cycle/phase-days.ts';

test('a cycle of 28 days', () => {
  expect(phaseDays(28, 5).map((days) => [days.phase, daysInWords(days), countOf(days)])).toEqual([
    ['menstrual', 'Day 1 to 5', 5],
    ['follicular', 'Day 6 to 12', 7],
    ['ovulation', 'Day 13 to 15', 3],
    ['luteal', 'Day 16 to 28', 13],
  ]);
});

test('in cycles of 21 to 45 days each day is in one phase, and ovulation is 14 days before the next period', () => {
  for (let length = 21; length <= 45; length += 1) {
    for (let period = 1; period <= 10; period += 1) {
      const phases = phaseDays(length, period);
      const days = phases.flatMap((one) => Array.from({ length: countOf(one) }, (_, at) => one.from + at));
      expect(days).toEqual(Array.from({ length }, (_, at) => at + 1));
      expect(phases.map(countOf).every((count) => count >= 1)).toBe(true);
      const [menstrual, , ovulation, luteal] = phases;
      expect(menstrual?.to).toBe(Math.min(period, length - 16));
      expect([ovulation?.from, ovulation?.to]).toEqual([expect.any(Number), length - 13]);
      expect(ovulation?.from).toBeLessThanOrEqual(length - 14);
      expect(luteal && countOf(luteal)).toBe(13);
    }
  }
});

test('the day numbers of a ring have room, and the chosen phase shows as many as fit', () => {
  const phases = phaseDays(28, 5);
  expect([...writtenDays(phases, phases[1])].sort((one, other) => one - other)).toEqual([
    1, 6, 7, 8, 9, 10, 11, 12, 14, 21, 28,
  ]);
  expect([...writtenDays(phases)]).toEqual([1, 6, 13, 16, 7, 14, 21, 28]);
  for (let length = 21; length <= 45; length += 1) {
    const all = phaseDays(length, 5);
    for (const chosen of [undefined, ...all]) {
      const days = [...writtenDays(all, chosen)].sort((one, other) => one - other);
      const apart = days.map((day, at) => (days[at + 1] ?? (days[0] ?? 0) + length) - day);
      // Ten degrees are 21 px in a ring of 368 px.
      expect(Math.min(...apart) * (360 / length)).toBeGreaterThan(10);
      expect(days).toEqual(expect.arrayContaining(chosen ? [chosen.from] : all.map(({ from }) => from)));
    }
  }
});
