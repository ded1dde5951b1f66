import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { Day, Id, Month } from '#contract/common.ts';
import { KindSchema } from '#contract/history.ts';
import { type Role, approvers } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

const { look: readers } = areaRoles.announcements;
const { look: medicalReaders } = areaRoles['lady-due'];

/** The entries of the calendar by their sort, with the roles that see them. Cards and texts are those that are active. */
const sorts = {
  /** Cards that come into the app or leave it. */
  card: { label: 'Cards', roles: medicalReaders },
  /** Saved words that the app shows from then on. */
  edition: { label: 'New words', roles: medicalReaders },
  /** Enabled announcements that start or end. */
  announcement: { label: 'Announcements', roles: readers },
  /** Approvals that fall due, and reviews that were asked for by a day. */
  review: { label: 'Reviews due', roles: approvers },
} as const satisfies Record<string, { label: string; roles: readonly Role[] }>;

export type CalendarSort = keyof typeof sorts;
export const calendarSorts: Record<CalendarSort, { label: string; roles: readonly Role[] }> = sorts;
const calendarSortNames = Object.keys(sorts) as [CalendarSort, ...CalendarSort[]];

/** The sorts that a role sees, in their order. */
export const sortsOf = (role: Role) => calendarSortNames.filter((name) => calendarSorts[name].roles.includes(role));

/** The maximum number of entries of a day. */
export const maxDayEntries = 50;

/** The events of a record on its day. */
export const calendarEvents = {
  appears: 'Into the app',
  ends: 'Out of the app',
  changes: 'New words',
  due: 'Approval due',
  asked: 'Review wanted',
} as const;
export type CalendarEvent = keyof typeof calendarEvents;

const Entry = z.object({
  sort: z.enum(calendarSortNames),
  event: z.enum(Object.keys(calendarEvents) as [CalendarEvent, ...CalendarEvent[]]),
  kind: KindSchema,
  id: Id,
  label: z.string(),
  /** The time in Lagos, `08:00`; `''` for the whole day. */
  time: z.string(),
});
export type CalendarEntry = z.infer<typeof Entry>;

const CalendarDay = z.object({
  day: Day,
  /** The number of all entries of the day. */
  count: z.int(),
  /** The first of them, by time. */
  entries: z.array(Entry).max(maxDayEntries),
});
export type CalendarDay = z.infer<typeof CalendarDay>;

export const calendarApi = {
  calendar: {
    read: route('GET /admin/calendar', {
      summary:
        'Cards, new words, announcements and reviews due in a month of Lagos time, by day: the days with entries, each with the first ' +
        `${maxDayEntries}. Only what the role may see.`,
      input: z.strictObject({ month: Month, sort: z.enum(calendarSortNames).optional() }),
      output: z.object({ days: z.array(CalendarDay) }),
      // Each sort is seen by some of them, and by no other role.
      roles: medicalReaders,
      failure: 'Failed to fetch the calendar',
    }),
  },
};
