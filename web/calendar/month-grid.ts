// Days are `2026-11-30` and months `2026-11`, both of Lagos time.

const dayMs = 86_400_000;
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The month of a day. */
export const monthOf = (day: string) => day.slice(0, 7);

/** The day after a number of days; before it for a negative number. */
const daysLater = (day: string, days: number) => isoDay(timeOf(day) + days * dayMs);

/** The number of days since Monday: 0 to 6. */
const sinceMonday = (day: string) => (new Date(timeOf(day)).getUTCDay() + 6) % 7;

/** The last day of a month. */
const lastDayOf = (month: string) => daysLater(`${monthsLater(month, 1)}-01`, -1);

/** The month after a number of months; before it for a negative number. */
export function monthsLater(month: string, months: number) {
  const date = new Date(timeOf(`${month}-01`));
  date.setUTCMonth(date.getUTCMonth() + months);
  return monthOf(date.toISOString());
}

/** The weeks of a month from Monday to Sunday, filled with days of the months beside it: four to six weeks. */
export function weeksOf(month: string) {
  const weeks: string[][] = [];
  const last = lastDayOf(month);
  let monday = daysLater(`${month}-01`, -sinceMonday(`${month}-01`));
  while (monday <= last) {
    const first = monday;
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((days) => daysLater(first, days)));
    monday = daysLater(monday, 7);
  }
  return weeks;
}

/** The same day of another month; its last day when that month is shorter. */
function sameDayIn(month: string, day: string) {
  const wanted = `${month}-${day.slice(8)}`;
  const last = lastDayOf(month);
  return wanted < last ? wanted : last;
}

/** The day to which a key leads in the grid; undefined for every other key. */
export function dayByKey(key: string, day: string): string | undefined {
  const place = sinceMonday(day);
  if (key === 'ArrowLeft') return daysLater(day, -1);
  if (key === 'ArrowRight') return daysLater(day, 1);
  if (key === 'ArrowUp') return daysLater(day, -7);
  if (key === 'ArrowDown') return daysLater(day, 7);
  if (key === 'Home') return daysLater(day, -place);
  if (key === 'End') return daysLater(day, 6 - place);
  if (key === 'PageUp') return sameDayIn(monthsLater(monthOf(day), -1), day);
  if (key === 'PageDown') return sameDayIn(monthsLater(monthOf(day), 1), day);
  return undefined;
}
