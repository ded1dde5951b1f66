const dayLength = 86_400_000;

/** The day that is `days` after a day: `2026-12-01` is 1 after `2026-11-30`. */
export const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);

/** The maximum number of cached formatters. Staff use few zones. */
export const maxClocks = 50;
const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * The cached formatter of a zone. A formatter takes some 20 kB outside the heap, which wait for a garbage collection
 * that V8 sees no reason for. One formatter per call took 80 MB.
 */
function clockOf(timeZone: string) {
  const kept = clocks.get(timeZone);
  if (kept) return kept;
  // The Swedish format is that of ISO 8601: `2026-11-22 14:03:59`.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  if (clocks.size === maxClocks) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}

/**
 * The days of a time zone. Node calculates them, not the database, because each Postgres knows other zone names, and
 * would fail on an unknown one.
 */
export function daysIn(timeZone: string) {
  const clock = clockOf(timeZone);
  const offset = (at: number) => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - at;
  return {
    /** The day at a time. */
    dayAt: (at: Date) => clock.format(at).slice(0, 10),

    /** The time at which a day begins. If the clocks skip midnight, it is the moment of the change. */
    startOf: (day: string): Date => {
      const midnight = Date.parse(day);
      const near = midnight - offset(midnight);
      const start = midnight - offset(near);
      return new Date(start + offset(start) === midnight ? start : Math.max(near, start));
    },
  };
}
