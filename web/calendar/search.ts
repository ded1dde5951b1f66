import { z } from 'zod';
import { Month, calendarSortNames } from '#contract/calendar.ts';
import { Day } from '#contract/common.ts';

/** The month, the sort of entries and the chosen day of the calendar. Unknown values are ignored. */
export const CalendarSearch = z.object({
  /** Left out: the current month. */
  month: Month.optional().catch(undefined),
  sort: z.enum(calendarSortNames).optional().catch(undefined),
  day: Day.optional().catch(undefined),
});
