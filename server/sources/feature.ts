import type { sourcesApi } from '#contract/sources.ts';
import type { Feature } from '#server/feature.ts';
import { sourceHandlers } from '#server/sources/handlers.ts';

/** The sources that texts cite. */
export const sourcesFeature: Feature<typeof sourcesApi> = {
  handlers: ({ history }) => ({ sources: sourceHandlers(history) }),
};
