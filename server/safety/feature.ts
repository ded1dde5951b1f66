import type { api } from '#contract/api.ts';
import type { Feature } from '#server/feature.ts';
import { careHandlers } from '#server/safety/care-handlers.ts';
import { clinicianHandlers } from '#server/safety/clinician.ts';
import { loadCare } from '#server/safety/demo.ts';
import { safetyHandlers } from '#server/safety/handlers.ts';
import { helpLineKind, playbookKind } from '#server/safety/kinds.ts';
import { tellMessages } from '#server/safety/messages.ts';
import { copyPlaybooks, loadCalls } from '#server/safety/reference.ts';
import { rotaHandlers } from '#server/safety/rota-handlers.ts';
import { waitingHandlers } from '#server/safety/waiting.ts';

/** People who may be in danger: the steps for staff, the help that is offered, and who is told. */
export const safetyFeature: Feature<typeof api> = {
  kinds: [playbookKind, helpLineKind],
  reference: copyPlaybooks,
  handlers: (services) => ({
    ...safetyHandlers(services),
    ...careHandlers(services),
    rota: rotaHandlers(services),
    crisis: waitingHandlers(services),
    clinician: clinicianHandlers(services),
  }),
  async demo(client, demo) {
    await loadCalls(client, demo);
    await loadCare(client, demo);
  },
  upkeep: ({ history: { db } }) => tellMessages(db),
};
