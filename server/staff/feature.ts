import type { api } from '#contract/api.ts';
import type { Feature } from '#server/history/feature.ts';
import { invitationHandlers, staffHandlers } from '#server/staff/handlers.ts';

/** Staff accounts, whose tables are those of `server/auth`. */
export const staffFeature: Feature<typeof api> = {
  handlers: ({ history, mail }) => ({
    staff: staffHandlers(history, mail),
    invitation: invitationHandlers(history.db),
  }),
};
