const dayLength = 86_400_000;

/** The day after one, or so many after: `2026-12-01` after `2026-11-30`. */
export const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);

/** How many zones have a clock that is kept. Staff use few of them. */
export const maxClocks = 50;
const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * The clock of a zone is made once: it takes some 20 kB beside the heap, which wait for a collection that V8 sees no
 * reason for. Made for each call, clocks took 80 MB.
 */
function clockOf(timeZone: string) {
  const kept = clocks.get(timeZone);
  if (kept) return kept;
  // Swedes write times as ISO 8601 does: `2026-11-22 14:03:59`.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  if (clocks.size === maxClocks) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}

/**
 * The days of a time zone. Node reckons them, not the database, because each Postgres knows other names of zones, and
 * one that it did not know would fail.
 */
export function daysIn(timeZone: string) {
  const clock = clockOf(timeZone);
  const offset = (at: number) => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - at;
  return {
    /** The day at a moment. */
    dayAt: (at: Date) => clock.format(at).slice(0, 10),

    /** The moment at which a day begins. Where the clocks skip midnight that is the moment at which they do. */
    startOf: (day: string): Date => {
      const midnight = Date.parse(day);
      const near = midnight - offset(midnight);
      const start = midnight - offset(near);
      return new Date(start + offset(start) === midnight ? start : Math.max(near, start));
    },
  };
}
