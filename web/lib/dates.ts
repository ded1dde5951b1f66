const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

/** `Tue`. */
export const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' });
const utc = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `5 minutes ago`, `in 5 minutes`. */
export const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** `Nov 21, 2026`, in the browser's zone. Takes a time as the API returns it. */
export const shortDate = (instant: string | Date) => day.format(new Date(instant));

/** `Nov 21`, with the year if it differs from the year of `now`. */
export const nearDate = (instant: string | Date, now: Date) => shortDate(instant).replace(`, ${now.getFullYear()}`, '');

/** `Nov 21`, for a calendar day in the API's format: `2026-11-21`. */
export const calendarDay = (isoDay: string) => utc.format(new Date(isoDay));

/** A range of days in the API's format, both inclusive. A missing day leaves that side open. */
export type DayRange = { from?: string | undefined; to?: string | undefined };

/** `Oct 1 to Nov 21, 2026`, `since Oct 1, 2026`, `until Nov 21, 2026`, `Nov 21, 2026`; undefined for all days. */
export function shownDays({ from, to }: DayRange) {
  if (!from && !to) return undefined;
  const [first, last] = [from, to].map((day) => day && `${calendarDay(day)}, ${day.slice(0, 4)}`);
  if (!from) return `until ${last}`;
  if (!to) return `since ${first}`;
  if (from === to) return last;
  return `${from.slice(0, 4) === to.slice(0, 4) ? calendarDay(from) : first} to ${last}`;
}

/** The browser's time zone, used for all days and times on screen: `Africa/Lagos`. */
export const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `9:41`, `21:04`, in the browser's zone. */
export function clockTime(instant: string | Date) {
  const date = new Date(instant);
  return `${date.getHours()}:${pad(date.getMinutes())}`;
}

/** `Nov 21, 2026, 9:41`, in the browser's zone. */
export const dateTime = (instant: string | Date) => `${shortDate(instant)}, ${clockTime(instant)}`;

/** `2026-11-30T09:41`, in the browser's zone: the value of a `datetime-local` field. */
export function localMinute(instant: string | Date) {
  const date = new Date(instant);
  const day = [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The time of a `datetime-local` field in the API's format; null for an empty one. */
export const instantOf = (local: string) => (local === '' ? null : new Date(local).toISOString());

const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'long' });

/** `West Africa Standard Time`: the name of the browser's zone at this time. */
export const zoneName = (instant: string | Date) =>
  zone.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** `Today`, `Yesterday`, `Nov 18, 2026`, in the browser's zone. */
export function dayName(instant: string | Date, now = new Date()) {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const name = shortDate(instant);
  if (name === shortDate(now)) return 'Today';
  return name === shortDate(yesterday) ? 'Yesterday' : name;
}

/**
 * How long ago, in plain words for the middle of a sentence: `a moment ago`, `5 minutes ago`, `today, 9:41`,
 * `yesterday, 21:40`, `Nov 18, 2026, 21:40`.
 */
export function timeAgo(instant: string | Date, now = new Date()) {
  const date = new Date(instant);
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000);
  if (minutes < 1) return 'a moment ago';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const name = dayName(date, now);
  return `${name === shortDate(date) ? name : name.toLowerCase()}, ${clockTime(date)}`;
}

const nearDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** How long ago, in the shortest form: `now`, `12 min`, `3 h`, `Thu` within a week, `Nov 2`, `Nov 2, 2025`. */
export function shortAgo(instant: string | Date, now: Date) {
  const date = new Date(instant);
  const minutes = Math.max(0, Math.floor((now.getTime() - date.getTime()) / 60_000));
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 12 * 60) return `${Math.floor(minutes / 60)} h`;
  if (minutes < 6 * 24 * 60) return weekday.format(date);
  return date.getFullYear() === now.getFullYear() ? nearDay.format(date) : shortDate(date);
}

/** `30 days left`, `2 days left`, `Last day`: the rest of this many days since a time. A day that has begun counts. */
export function daysLeft(since: string | Date, days: number, now = new Date()) {
  const left = Math.ceil((new Date(since).getTime() - now.getTime()) / 86_400_000 + days);
  // A clock behind the server's must not promise more days.
  return left < 2 ? 'Last day' : `${Math.min(left, days)} days left`;
}
