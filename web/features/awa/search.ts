import { z } from 'zod';
import type { TrackingModeName } from '#contract/tracking-modes.ts';
import { entitySearch } from '#web/entity/define/entity-search.ts';

// Repeated here, because the contract loads only with the page.
const modes = {
  TRACK_PERIOD: 'TRACK_PERIOD',
  TRACK_PREGNANCY: 'TRACK_PREGNANCY',
  TRYING_TO_CONCEIVE: 'TRYING_TO_CONCEIVE',
  PCOS: 'PCOS',
} as const satisfies { [Mode in TrackingModeName]: Mode };

const search = z.coerce.string().optional();

/** The search parameters of the Awa Secrets tabs. With a topic, a list has only the records of that topic. */
export const SecretsSearch = z.object({
  ...entitySearch('secret'),
  search,
  group: z.enum(modes).optional().catch(undefined),
});
export const CommunitiesSearch = z.object({ ...entitySearch('community'), search });
