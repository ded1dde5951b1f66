const utcMonth = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `Nov 2026` for `2026-11`. */
export const monthName = (month: string) => utcMonth.format(new Date(`${month}-01`));

/** `last 6 months`; the figures of one are those of this month so far. */
export const lastMonths = (months: number) => (months === 1 ? 'this month' : `last ${months} months`);

/** A time in two units at most, never shorter than it is: `32 min`, `1 h 4 min`, `1 day 11 h`, `12 days`. */
export function duration(minutes: number) {
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) {
    const rest = minutes % 60;
    return `${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''}`;
  }
  const hours = Math.ceil(minutes / 60);
  if (hours > 7 * 24) return `${Math.ceil(hours / 24)} days`;
  const days = Math.floor(hours / 24);
  return `${days} ${days === 1 ? 'day' : 'days'}${hours % 24 ? ` ${hours % 24} h` : ''}`;
}

/** `67%`; a share that is not all of it is never shown as 100%, nor a share that is not none as 0%. */
export function percent(part: number, whole: number) {
  if (whole === 0) return '–';
  const rounded = Math.round((part / whole) * 100);
  if (part > 0 && part < whole) return `${Math.min(99, Math.max(1, rounded))}%`;
  return `${rounded}%`;
}
