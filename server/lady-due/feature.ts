import type { api } from '#contract/api.ts';
import type { Feature } from '#server/feature.ts';
import { loadLadyDue } from '#server/lady-due/demo.ts';
import { ladyDueHandlers } from '#server/lady-due/handlers.ts';
import { cardKind, categoryKind, sectionKind } from '#server/lady-due/kinds.ts';

export const ladyDueFeature: Feature<typeof api> = {
  kinds: [categoryKind, sectionKind, cardKind],
  handlers: ladyDueHandlers,
  demo: loadLadyDue,
};
