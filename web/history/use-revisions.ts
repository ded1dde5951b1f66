import { useInfiniteQuery } from '@tanstack/react-query';
import { historyRoutes, maxRevisions, type Revision } from '#contract/history.ts';
import type { Kind } from '#contract/kinds.ts';
import { ask, keyOf } from '#web/api/query.ts';

/** The start of the next older versions; undefined when these are the oldest. */
function olderThan(revisions: Revision[]) {
  const oldest = revisions.at(-1);
  if (!oldest || revisions.length < maxRevisions) return undefined;
  return oldest.operationId === null || oldest.version === 1 ? undefined : oldest.version;
}

/** The versions of a record, newest first, page by page. */
export function useRevisions(kind: Kind, id: string) {
  return useInfiniteQuery({
    queryKey: [...keyOf(historyRoutes.revisions), kind, id],
    queryFn: ({ pageParam, signal }) => ask(historyRoutes.revisions, { kind, id, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => olderThan(page.revisions),
    // The history is opened to see the record's current state.
    staleTime: 0,
  });
}
