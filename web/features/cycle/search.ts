import { z } from 'zod';
import type { PhaseName, Trimester } from '#contract/cycle.ts';
import { entitySearch } from '#web/entity/define/entity-search.ts';

// Repeated here, because the contract loads only with the pages.
const phases = {
  menstrual: 'menstrual',
  follicular: 'follicular',
  ovulation: 'ovulation',
  luteal: 'luteal',
} as const satisfies { [Name in PhaseName]: Name };
const trimesters = { First: 'First', Second: 'Second', Third: 'Third' } as const satisfies { [T in Trimester]: T };

/** The phase whose records are listed. Left out: the first. */
const phase = z.enum(phases).optional().catch(undefined);

/** The search parameters of the My Cycle tabs. */
export const PhasesSearch = z.object({ ...entitySearch('phase'), /** The phase to add. */ name: phase });
export const ActivitiesSearch = z.object({ ...entitySearch('activity'), phase });
export const InsightsSearch = z.object({ ...entitySearch('insight'), phase });
export const WeeksSearch = z.object({
  ...entitySearch('pregnancy-week'),
  trimester: z.enum(trimesters).optional().catch(undefined),
  /** The number of the new week in the form. */
  week: z.int().optional().catch(undefined),
});
