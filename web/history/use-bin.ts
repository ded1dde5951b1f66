import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { BinItem, Kind } from '#contract/history.ts';
import { CallError } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { ask, keyOf } from '#web/api/query.ts';
import { useFailureElsewhere } from '#web/history/use-failure-elsewhere.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { kinds } from '#web/history/describe-operation.ts';

/** Rows that one answer brings. */
const pageSize = 50;

/** What was deleted, newest first; while another kind is on its way, what was shown before stays in sight. */
export const useBin = (kind: Kind | undefined) =>
  useInfiniteQuery({
    queryKey: [...keyOf(api.history.bin), { kind }],
    queryFn: ({ pageParam, signal }) => ask(api.history.bin, { kind, cursor: pageParam, limit: pageSize }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.nextCursor,
    placeholderData: keepPreviousData,
    // Whoever opens it looks for what was deleted just now.
    staleTime: 0,
  });

/** Brings a deleted thing back; busy until it is gone from the bin. */
export function useRestoreDeleted({ kind, id }: BinItem) {
  const client = useQueryClient();
  const done = useUndoToast();
  const tellElsewhere = useFailureElsewhere(`Restoring the ${kinds[kind].one}`);
  return useMutation({
    mutationFn: () => change(api.history.restoreDeleted, { kind, id }),
    onSuccess: ({ operationId }) => {
      done(`Restored the ${kinds[kind].one}`, operationId, { about: id });
      return client.invalidateQueries();
    },
    // What is shown may have been old. What is not in the bin any more stays, to say so.
    onError: (error) => {
      tellElsewhere(error);
      if (!(error instanceof CallError) || error.status !== 404) void client.invalidateQueries();
    },
  });
}
