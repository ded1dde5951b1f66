import type { TrackingMode } from '#contract/tracking-modes.ts';
import { searched, searchedOf } from '#web/lib/fold.ts';

/** The filters of the secrets and communities, with their values from the address. */
export type Chosen = { topic?: string; group?: string };

/** Filters the children of topics by text, ignoring case and accents, by topic and by group. */
export const filterHeld =
  <Thing extends { topicId: string; groupMode?: TrackingMode }>(textsOf: (thing: Thing) => string[]) =>
  (things: readonly Thing[], text: string, { topic, group }: Chosen) => {
    const term = searched(text);
    return things.filter(
      (thing) =>
        searchedOf(thing, textsOf).includes(term) &&
        (topic === undefined || thing.topicId === topic) &&
        (group === undefined || thing.groupMode === group),
    );
  };
