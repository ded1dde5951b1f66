import type { api } from '#contract/api.ts';
import { readConnection } from '#server/app-backend/connection.ts';
import { sweepFeed } from '#server/app-backend/feed.ts';
import type { Feature } from '#server/feature.ts';

/** The calls and the feed of the app's backend. */
export const appBackendFeature: Feature<typeof api> = {
  handlers: ({ history: { db }, publicUrl, newsHost }) => ({
    appConnection: { read: () => readConnection(db, { publicUrl, newsHost }) },
  }),
  upkeep: ({ history }) => sweepFeed(history.db),
};
