import { z } from 'zod';
import { Area, Kind, LoggedKind } from '#contract/history.ts';

/** What of the activity stands in the address. What is none of the words is ignored. */
export const ActivitySearch = z.object({
  area: Area.optional().catch(undefined),
  kind: LoggedKind.optional().catch(undefined),
});

/** What of the bin stands in the address. */
export const BinSearch = z.object({ kind: Kind.optional().catch(undefined) });
