import { z } from 'zod';
import type { PhaseName, Trimester } from '#contract/cycle.ts';
import { entitySearch } from '#web/entity/entity-search.ts';

// Written down here, because the contract loads with the pages.
const phases = {
  menstrual: 'menstrual',
  follicular: 'follicular',
  ovulation: 'ovulation',
  luteal: 'luteal',
} as const satisfies { [Name in PhaseName]: Name };
const trimesters = { First: 'First', Second: 'Second', Third: 'Third' } as const satisfies { [T in Trimester]: T };

/** The phase whose things are shown. Left out, it is the first. */
const phase = z.enum(phases).optional().catch(undefined);

/** The parameters of the tabs of My Cycle in the address. */
export const PhasesSearch = z.object({ ...entitySearch('phase'), /** The phase that is added. */ name: phase });
export const ActivitiesSearch = z.object({ ...entitySearch('activity'), phase });
export const InsightsSearch = z.object({ ...entitySearch('insight'), phase });
export const WeeksSearch = z.object({
  ...entitySearch('pregnancy-week'),
  trimester: z.enum(trimesters).optional().catch(undefined),
  /** The number of the week that is written in the form of a new one. */
  week: z.int().optional().catch(undefined),
});
