import type { api } from '#contract/api.ts';
import { readConnection } from '#server/app-backend/connection.ts';
import { readFeed, sweepFeed } from '#server/app-backend/feed.ts';
import { keyHandlers } from '#server/app-backend/key-handlers.ts';
import { callingKey } from '#server/auth/guard.ts';
import type { Feature } from '#server/feature.ts';

/** The calls and the feed of the app's backend. */
export const appBackendFeature: Feature<typeof api> = {
  handlers: ({ history, publicUrl, newsHost }) => ({
    appKeys: keyHandlers(history),
    appKey: { read: async (_, { request }) => callingKey(request) },
    appFeed: { changes: (input) => readFeed(history.db, input) },
    appConnection: { read: () => readConnection(history.db, { publicUrl, newsHost }) },
  }),
  upkeep: ({ history }) => sweepFeed(history.db),
};
