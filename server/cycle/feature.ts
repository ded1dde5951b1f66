import type { api } from '#contract/api.ts';
import { cycleHandlers } from '#server/cycle/handlers.ts';
import { activityKind, phaseDescriptionKind, insightKind, phaseKind, pregnancyWeekKind } from '#server/cycle/kinds.ts';
import { copyReference } from '#server/cycle/reference.ts';
import type { Feature } from '#server/feature.ts';

export const cycleFeature: Feature<typeof api> = {
  kinds: [phaseKind, activityKind, insightKind, phaseDescriptionKind, pregnancyWeekKind],
  handlers: cycleHandlers,
  reference: copyReference,
};
