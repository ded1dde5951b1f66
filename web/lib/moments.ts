import { browserZone, clockTime, nearDate, relative, weekday, zoneName } from '#web/lib/dates.ts';

/** `Lagos`: the city in the zone's name, else the name of the zone at this time. */
export function zoneCity(instant: string | Date, zone = browserZone()) {
  const city = /^(?!Etc\/).+\/([^/]+)$/.exec(zone)?.[1];
  return city?.replaceAll('_', ' ') ?? zoneName(instant);
}

/** `Lagos time`, or the name of a zone without a city: `Coordinated Universal Time`. */
export function zoneTime(instant: string | Date, zone = browserZone()) {
  const name = zoneCity(instant, zone);
  return /\bTime$|^GMT/.test(name) ? name : `${name} time`;
}

/** Midnight of this many days later, in the browser's zone. */
const daysAfter = (date: Date, days: number) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** `in 20 hours`, `in 35 minutes`, `in 3 days`, `2 hours ago`: the distance of a time from now, rounded. */
export function timeFrom(instant: string | Date, now: Date) {
  const date = new Date(instant);
  const minutes = Math.round((date.getTime() - now.getTime()) / 60_000);
  const hours = Math.round(minutes / 60);
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  if (Math.abs(hours) < 36) return relative.format(hours, 'hour');
  // The number of calendar days, as people count them.
  const days = (daysAfter(date, 0).getTime() - daysAfter(now, 0).getTime()) / 86_400_000;
  return relative.format(Math.round(days), 'day');
}

/** `Tue Nov 24, 8:00`, with the year if it differs from the year of `now`. */
export const dayAndTime = (instant: string | Date, now: Date) =>
  `${weekday.format(new Date(instant))} ${nearDate(instant, now)}, ${clockTime(instant)}`;

/** `Tue Nov 24, 8:00, in 20 hours, Lagos`: a time chosen in a field. */
export const momentInWords = (instant: string | Date, now: Date) =>
  `${dayAndTime(instant, now)}, ${timeFrom(instant, now)}, ${zoneCity(instant)}`;

/** Frequently chosen times with labels: those after `after`, which is now or later, without duplicates. */
export function usualMoments(now: Date, after = now) {
  const at = (label: string, days: number, hour: number) => {
    const date = daysAfter(now, days);
    date.setHours(hour);
    return { label, instant: date.toISOString() };
  };
  const untilMonday = 7 - ((now.getDay() + 6) % 7);
  const all = [
    at('Today 8:00', 0, 8),
    at('Today 18:00', 0, 18),
    at(untilMonday > 1 ? 'Tomorrow 8:00' : 'Tomorrow, Monday 8:00', 1, 8),
    ...(untilMonday > 1 ? [at(untilMonday < 7 ? 'Monday 8:00' : 'Next Monday 8:00', untilMonday, 8)] : []),
  ];
  return all.filter(({ instant }) => new Date(instant) > after);
}
