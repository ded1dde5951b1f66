import type { api } from '#contract/api.ts';
import { cycleHandlers } from '#server/cycle/handlers.ts';
import { cycleKinds } from '#server/cycle/kinds.ts';
import { copyReference } from '#server/cycle/reference.ts';
import type { Feature } from '#server/feature.ts';

export const cycleFeature: Feature<typeof api> = {
  kinds: cycleKinds,
  handlers: cycleHandlers,
  reference: copyReference,
};
