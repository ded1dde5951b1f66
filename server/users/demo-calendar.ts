import { type Random, seededRandom } from '#server/database/seeded-random.ts';

export const day = 86_400_000;
/** The number of days that demo data reaches back. */
const days = 730;

/** Sunday first: the start of the week is busy, Friday and Saturday are not. */
const weekdays = [1.1, 1.08, 1.05, 1.02, 1, 0.9, 0.85];

/**
 * The activity in each hour of the day in UTC; Lagos is one hour ahead. Quiet nights, a peak before work, at lunch and
 * in the evening.
 */
const hours = [2, 1, 1, 1, 2, 4, 6, 6, 5, 4, 5, 6, 6, 5, 4, 4, 5, 6, 8, 10, 11, 10, 7, 4];
const hourSum = hours.reduce((sum, share) => sum + share, 0);

/** The millisecond of a day before which `share` of its events occur. */
function momentOfDay(share: number): number {
  let left = share * hourSum;
  let hour = 0;
  while (hour < 23 && left >= (hours[hour] as number)) left -= hours[hour++] as number;
  return Math.min(Math.floor((hour + left / (hours[hour] as number)) * 3_600_000), day - 1);
}

/** The start of the day of `now` (UTC). Demo data ends there, so that it is the same all day. */
export const endOfDemo = (now: Date) => Math.floor(now.getTime() / day) * day;

/** The activity of each day, from `level` of its age (0: first day, 1: last), the weekday, and chance. */
function busyness(end: number, level: (age: number) => number, random: Random): number[] {
  return Array.from({ length: days }, (_, index) => {
    const weekday = weekdays[new Date(end - (days - index) * day).getUTCDay()] as number;
    const campaign = random.chance(0.015) ? 2 : 1;
    return level(index / (days - 1)) * weekday * (0.75 + 0.5 * random.next()) * campaign;
  });
}

/** `count` times before `end`, in order, in milliseconds. They are denser where `level` is higher. */
export function moments(seed: string, count: number, end: number, level: (age: number) => number): Float64Array {
  const random = seededRandom(seed);
  const busy = busyness(end, level, random);
  const sum = busy.reduce((total, share) => total + share, 0);
  const result = Float64Array.from({ length: count }, () => random.next() * sum).sort();
  let today = 0;
  let before = 0;
  for (let i = 0; i < count; i++) {
    const position = result[i] as number;
    while (today < days - 1 && position >= before + (busy[today] as number)) before += busy[today++] as number;
    const share = Math.min((position - before) / (busy[today] as number), 1);
    result[i] = end - (days - today) * day + momentOfDay(share);
  }
  return result;
}
