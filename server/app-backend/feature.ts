import { sweepFeed } from '#server/app-backend/feed.ts';
import type { Feature } from '#server/feature.ts';

/** The calls and the feed of the app's backend. */
export const appBackendFeature: Feature<Record<never, never>> = {
  handlers: () => ({}),
  upkeep: ({ history }) => sweepFeed(history.db),
};
