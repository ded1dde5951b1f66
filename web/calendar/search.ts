import { z } from 'zod';
import { Day, Month } from '#contract/common.ts';

/** The month, the sort of entries and the chosen day of the calendar. Unknown values are ignored; the page knows the sorts. */
export const CalendarSearch = z.object({
  /** Left out: the current month. */
  month: Month.optional().catch(undefined),
  sort: z.string().optional().catch(undefined),
  day: Day.optional().catch(undefined),
});
