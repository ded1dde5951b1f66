import type { api } from '#contract/api.ts';
import type { Feature } from '#server/feature.ts';
import { staffHandlers } from '#server/staff/handlers.ts';

/** Staff accounts, with the tables of `server/auth`. */
export const staffFeature: Feature<typeof api> = {
  handlers: ({ history, mail, signInLimits }) => ({ staff: staffHandlers(history, mail, signInLimits) }),
};
