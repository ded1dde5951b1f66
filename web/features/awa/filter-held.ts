import type { TrackingMode } from '#contract/tracking-modes.ts';
import { searched, searchedOf } from '#web/lib/fold.ts';

/** What the secrets and communities are filtered by: the values as the address has them. */
export type Chosen = { topic?: string; group?: string };

/** Filters what belongs to topics by a text in what it says, whatever the case and the marks, by topic and by group. */
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
