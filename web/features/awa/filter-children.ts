import type { TrackingModeName } from '#contract/tracking-modes.ts';
import { searched, searchedOf } from '#web/lib/fold.ts';

/** The filters of the secrets and communities, with their values from the address. */
export type ChildFilter = { topic?: string; group?: string };

/** Filters the children of topics by text, ignoring case and accents, by topic and by group. */
export const filterChildren =
  <R extends { topicId: string; groupMode?: TrackingModeName }>(textsOf: (record: R) => string[]) =>
  (records: readonly R[], text: string, { topic, group }: ChildFilter) => {
    const term = searched(text);
    return records.filter(
      (record) =>
        searchedOf(record, textsOf).includes(term) &&
        (topic === undefined || record.topicId === topic) &&
        (group === undefined || record.groupMode === group),
    );
  };
