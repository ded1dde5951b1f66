import { IconCalendarOff, IconClock } from '@tabler/icons-react';
import type { Announcement } from '#contract/announcements.ts';
import type { State } from '#web/features/announcements/search.ts';
import { clockTime, dateTime, shortDate } from '#web/lib/dates.ts';
import { searched, searchedOf } from '#web/lib/fold.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { activeState, type BadgeState } from '#web/ui/status-badge.tsx';

export const badges: Record<State, BadgeState> = {
  active: activeState(true),
  scheduled: { word: 'Scheduled', look: 'scheduled', icon: IconClock },
  over: { word: 'Over', look: 'outlined', icon: IconCalendarOff },
  inactive: activeState(false),
};

type Shown = Pick<Announcement, 'enabled' | 'startsAt' | 'endsAt'>;

/** The state at a time of the server's clock. It is for the list only; the server decides what the app shows. */
export function stateOf({ enabled, startsAt, endsAt }: Shown, now = serverNow()): State {
  if (!enabled) return 'inactive';
  if (endsAt && new Date(endsAt) <= now) return 'over';
  return startsAt && new Date(startsAt) > now ? 'scheduled' : 'active';
}

/** `from Nov 30, 2026, 9:00 until 18:00`, `until Dec 2, 2026, 9:00`, `ended Dec 2, 2026, 9:00`; empty without a time. */
export function timeOf({ startsAt, endsAt }: Shown, now = serverNow()) {
  if (endsAt && new Date(endsAt) <= now) return `ended ${dateTime(endsAt)}`;
  const from = startsAt && new Date(startsAt) > now ? startsAt : '';
  const sameDay = from && endsAt && shortDate(from) === shortDate(endsAt);
  return [
    ...(from ? [`from ${dateTime(from)}`] : []),
    ...(endsAt ? [`until ${sameDay ? clockTime(endsAt) : dateTime(endsAt)}`] : []),
  ].join(' ');
}

/** The announcements in this state whose message contains the text, ignoring case and accents. */
export function filterAnnouncements<R extends Shown & { message: string }>(
  records: readonly R[],
  term: string,
  state: string | undefined,
  now = serverNow(),
) {
  const wanted = searched(term);
  return records.filter(
    (record) =>
      (state === undefined || stateOf(record, now) === state) &&
      searchedOf(record, ({ message }) => [message]).includes(wanted),
  );
}
