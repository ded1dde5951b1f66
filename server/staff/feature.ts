import type { api } from '#contract/api.ts';
import type { Feature } from '#server/feature.ts';
import { staffHandlers } from '#server/staff/handlers.ts';

/** Staff accounts, whose tables are those of `server/auth`. */
export const staffFeature: Feature<typeof api> = {
  handlers: ({ history, mail, signInLimits }) => ({ staff: staffHandlers(history, mail, signInLimits) }),
};
