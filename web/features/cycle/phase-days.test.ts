import { expect, test } from 'vitest';
import { countOf, daysInWords, phaseDays } from '#web/features/cycle/phase-days.ts';

test('a cycle of 28 days', () => {
  expect(phaseDays(28, 5).map((days) => [days.phase, daysInWords(days), countOf(days)])).toEqual([
    ['menstrual', 'Day 1 to 5', 5],
    ['follicular', 'Day 6 to 12', 7],
    ['ovulation', 'Day 13 to 15', 3],
    ['luteal', 'Day 16 to 28', 13],
  ]);
});

test('in cycles of 21 to 45 days each day is in one phase, and ovulation 14 days before the next period', () => {
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
