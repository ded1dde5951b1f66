const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
// The British write `am` and `pm` in small letters.
const time = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' });
const utc = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `Nov 21, 2026`, in the browser's zone. Takes a moment as the API gives it. */
export const shortDate = (instant: string | Date) => day.format(new Date(instant));

/** `Nov 21`, with the year where that is another one than at `now`. */
export const nearDate = (instant: string | Date, now: Date) => shortDate(instant).replace(`, ${now.getFullYear()}`, '');

/** `Nov 21`, for a day of the calendar as the API names it: `2026-11-21`. */
export const calendarDay = (isoDay: string) => utc.format(new Date(isoDay));

/** A range of days as the API names them, both of them in it. Without one it has no end there. */
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

/** The browser's time zone, in which all days and times are shown: `Africa/Lagos`. */
export const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `9:41 am`, in the browser's zone. */
export const clockTime = (instant: string | Date) => time.format(new Date(instant));

/** `Nov 21, 2026, 9:41 am`, in the browser's zone. */
export const dateTime = (instant: string | Date) => `${shortDate(instant)}, ${clockTime(instant)}`;

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** `2026-11-30T09:41`, in the browser's zone: a moment as a `datetime-local` field has it. */
export function localMinute(instant: string | Date) {
  const date = new Date(instant);
  const day = [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The moment of a `datetime-local` field as the API takes it; null for an empty one. */
export const instantOf = (local: string) => (local === '' ? null : new Date(local).toISOString());

const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'long' });

/** `West Africa Standard Time`: what the browser's zone is called at this moment. */
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
 * How long ago, in plain words for the middle of a sentence: `a moment ago`, `5 minutes ago`, `today, 9:41 am`,
 * `yesterday, 9:40 pm`, `Nov 18, 2026, 9:40 pm`.
 */
export function timeAgo(instant: string | Date, now = new Date()) {
  const date = new Date(instant);
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000);
  if (minutes < 1) return 'a moment ago';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const name = dayName(date, now);
  return `${name === shortDate(date) ? name : name.toLowerCase()}, ${clockTime(date)}`;
}

/**
 * `30 days left`, `2 days left`, `Last day`: what is left of this many days since a moment. A day that has begun
 * counts.
 */
export function daysLeft(since: string | Date, days: number, now = new Date()) {
  const left = Math.ceil((new Date(since).getTime() - now.getTime()) / 86_400_000 + days);
  // A clock behind the server's must not promise more.
  return left < 2 ? 'Last day' : `${Math.min(left, days)} days left`;
}
