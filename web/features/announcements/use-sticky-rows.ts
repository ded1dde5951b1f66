import { useCallback, useState } from 'react';
import type { Announcement } from '#contract/announcements.ts';

const newestFirst = (one: Announcement, other: Announcement) =>
  other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id);

/**
 * The list together with what its rows hold on to: a row in which someone writes, or that says why something failed,
 * stays in its place even when somebody else has deleted its announcement meanwhile.
 */
export function useStickyRows(list: Announcement[] | undefined) {
  const [held, setHeld] = useState<Announcement[]>([]);
  const hold = useCallback((announcement: Announcement, on: boolean) => {
    setHeld((before) => {
      const others = before.filter(({ id }) => id !== announcement.id);
      if (on) return [...others, announcement];
      return others.length === before.length ? before : others;
    });
  }, []);
  const gone = held.filter(({ id }) => !list?.some((announcement) => announcement.id === id));
  const shown = list && (gone.length > 0 ? [...list, ...gone].sort(newestFirst) : list);
  return [shown, hold] as const;
}
