import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ladyDueApi } from '#contract/lady-due.ts';
import type { Route } from '#contract/route.ts';
import { failureOf, query } from '#web/api/query.ts';
import type { Edited } from '#web/entity/editions/use-editions.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type WordsInAppProps<R> = {
  /** The route of the editions of its kind. */
  route: Route | undefined;
  record: R;
  /** Draws the record. */
  children: (record: R) => ReactNode;
};

/** A record with the words that the app shows, once they have loaded. */
export function WordsInApp<R extends Pick<Edited, 'id' | 'shown'>>({ route, record, children }: WordsInAppProps<R>) {
  const asked = useQuery({
    // All of these routes have the same form.
    ...query(route as typeof ladyDueApi.cards.editions, { id: record.id }),
    enabled: record.shown !== null,
    staleTime: 0,
  });
  const words = record.shown === null ? {} : asked.data?.editions.find(({ state }) => state === 'shown')?.words;
  if (asked.error) return <FailedPanel {...failureOf(asked)} />;
  if (!words) return <SkeletonRows shape="text" rows={4} label="Loading the words in the app" />;
  return children({ ...record, ...words });
}
