import { useCallback } from 'react';
import type { Announcement } from '#contract/announcements.ts';
import { useEntityFilter } from '#web/entity/list/use-entity-filter.tsx';
import { State } from '#web/features/announcements/search.ts';
import { badges, filterAnnouncements } from '#web/features/announcements/state.ts';

/** Search and state filter of the announcements at this time. */
export function useAnnouncementFilter(records: readonly Announcement[] | undefined, now: Date) {
  const filter = useCallback(
    (all: readonly Announcement[], term: string, { state }: { state?: string }) =>
      filterAnnouncements(all, term, state, now),
    [now],
  );
  return useEntityFilter(records, {
    many: 'announcements',
    label: 'Search announcements',
    sentence: 'Search looks for any part of a message.',
    choices: [
      {
        name: 'state',
        label: 'Status',
        otherwise: 'Any status',
        options: State.options.map((value) => ({ value, label: badges[value].word })),
      },
    ],
    filter,
  });
}
