import type { api } from '#contract/api.ts';
import { loadAwa } from '#server/awa/demo.ts';
import { awaHandlers } from '#server/awa/handlers.ts';
import { communityKind, secretKind, topicKind } from '#server/awa/kinds.ts';
import { markAllPosts } from '#server/awa/mark-posts.ts';
import type { Feature } from '#server/feature.ts';

export const awaFeature: Feature<typeof api> = {
  kinds: [topicKind, secretKind, communityKind],
  handlers: awaHandlers,
  upkeep: ({ history, log }) => markAllPosts(history.db, log),
  demo: loadAwa,
};
