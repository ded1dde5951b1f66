import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { Operation } from '#contract/history.ts';
import { type Area, type LoggedKind, capital } from '#contract/kinds.ts';
import { change } from '#web/api/change.ts';
import { ask, keyOf } from '#web/api/query.ts';
import { useFailureElsewhere } from '#web/history/use-failure-elsewhere.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { whatWasDone } from '#web/history/describe-operation.ts';

/** Rows that one answer brings. */
const pageSize = 50;

type Filter = { area: Area | undefined; kind: LoggedKind | undefined };

/** The operations, newest first. While those of another filter are loading, the old ones stay in sight. */
export const useActivity = (filter: Filter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(api.history.list), filter],
    queryFn: ({ pageParam, signal }) =>
      ask(api.history.list, { ...filter, cursor: pageParam, limit: pageSize }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.nextCursor,
    placeholderData: keepPreviousData,
    // A person opens it to see what was done just now.
    staleTime: 0,
  });

/** Takes an operation back; busy until the list shows it. */
export function useUndoOperation(operation: Operation) {
  const client = useQueryClient();
  const done = useUndoToast();
  const tellElsewhere = useFailureElsewhere(capital(whatWasDone(operation)));
  return useMutation({
    mutationFn: () => change(api.history.undo, { id: operation.id }),
    onSuccess: ({ operationId }) => {
      done(capital(whatWasDone(operation)), operationId, { back: true });
      return client.invalidateQueries();
    },
    onError: (error) => {
      tellElsewhere(error);
      // What is shown may have been old.
      void client.invalidateQueries();
    },
  });
}
