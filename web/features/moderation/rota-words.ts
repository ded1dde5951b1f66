import type { Shift } from '#contract/rota.ts';

/** The days of the week as shifts count them, from Monday. */
export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The days of a shift: `Every day`, or `Monday, Friday`. */
export const daysInWords = (days: readonly number[]) =>
  days.length === dayNames.length ? 'Every day' : days.map((day) => dayNames[day - 1]).join(', ');

/** The times of a shift: `22:00–06:00 the next day`. */
export function timesInWords({ from, to }: Pick<Shift, 'from' | 'to'>) {
  if (from === '00:00' && to === '00:00') return 'the whole day';
  return `${from}–${to}${to <= from && to !== '00:00' ? ' the next day' : ''}`;
}

/** Each day of the week with the shifts that begin on it, the earliest first. */
export const shiftsOfDays = (shifts: readonly Shift[]) =>
  dayNames.map((_, at) => ({
    day: at + 1,
    shifts: shifts
      .filter(({ days }) => days.includes(at + 1))
      .sort((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0)),
  }));

/** The sentence about those who are on duty now. */
export const dutyInWords = (onDuty: readonly { name: string }[]) =>
  onDuty.length === 0
    ? 'Nobody is on duty now. All moderators are told instead.'
    : `On duty now: ${onDuty.map(({ name }) => name).join(', ')}`;
