import type { api } from '#contract/api.ts';
import { readConnection } from '#server/app-backend/connection.ts';
import { appDataHandlers } from '#server/app-backend/data-handlers.ts';
import { readFeed, sweepFeed } from '#server/app-backend/feed.ts';
import { keyHandlers } from '#server/app-backend/key-handlers.ts';
import { callingKey } from '#server/auth/guard.ts';
import type { Feature } from '#server/feature.ts';

/** The calls and the feed of the app's backend. */
export const appBackendFeature: Feature<typeof api> = {
  handlers: (services) => ({
    appKeys: keyHandlers(services.history),
    appKey: { read: async (_, { request }) => callingKey(request) },
    appFeed: { changes: (input) => readFeed(services.history.db, input) },
    appConnection: { read: () => readConnection(services.history.db, services) },
    ...appDataHandlers(services),
  }),
  upkeep: ({ history }) => sweepFeed(history.db),
};
