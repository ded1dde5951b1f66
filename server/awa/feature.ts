import type { api } from '#contract/api.ts';
import { loadAwa } from '#server/awa/demo.ts';
import { awaHandlers } from '#server/awa/handlers.ts';
import { eraseHidden } from '#server/awa/hide.ts';
import { communityKind, secretKind, topicKind } from '#server/awa/kinds.ts';
import { markInUpkeep } from '#server/awa/mark-texts.ts';
import type { Feature } from '#server/feature.ts';
import { imageEraser } from '#server/images/erase.ts';

export const awaFeature: Feature<typeof api> = {
  kinds: [topicKind, secretKind, communityKind],
  handlers: awaHandlers,
  async upkeep({ history, log, storage, imageColumns }) {
    await markInUpkeep(history.db, log);
    await eraseHidden(history.db, imageEraser(storage, imageColumns));
  },
  demo: loadAwa,
};
