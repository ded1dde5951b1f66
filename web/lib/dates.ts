const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const time = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit' });
const utc = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `Nov 21, 2026`, in the browser's zone. Takes a moment as the API gives it. */
export const shortDate = (instant: string | Date) => day.format(new Date(instant));

/** `Nov 21`, for a day in UTC as the API counts days, wherever the browser is. */
export const utcDay = (isoDay: string) => utc.format(new Date(isoDay));

/** `Saturday 21 November`, as phones write it. */
export const phoneDate = (date: Date) => longDay.format(date).replace(',', '');

/** `9:41`, in the browser's zone. */
export const clockTime = (instant: string | Date) => time.format(new Date(instant));

/** `Nov 21, 2026, 9:41`, in the browser's zone. */
export const dateTime = (instant: string | Date) => `${shortDate(instant)}, ${clockTime(instant)}`;

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

/**
 * `30 days left`, `2 days left`, `Last day`: what is left of this many days since a moment. A day that has begun
 * counts.
 */
export function daysLeft(since: string | Date, days: number, now = new Date()) {
  const left = Math.ceil((new Date(since).getTime() - now.getTime()) / 86_400_000 + days);
  // A clock behind the server's must not promise more.
  return left < 2 ? 'Last day' : `${Math.min(left, days)} days left`;
}
