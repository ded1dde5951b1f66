import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { BinItem } from '#contract/history.ts';
import type { Kind } from '#contract/kinds.ts';
import { CallError } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { ask, keyOf } from '#web/api/query.ts';
import { useFailureElsewhere } from '#web/history/use-failure-elsewhere.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { kinds } from '#contract/kinds.ts';

/** Rows that one answer brings. */
const pageSize = 50;

/** The deleted things, newest first. While those of another kind are loading, the old ones stay in sight. */
export const useBin = (kind: Kind | undefined) =>
  useInfiniteQuery({
    queryKey: [...keyOf(api.history.bin), { kind }],
    queryFn: ({ pageParam, signal }) => ask(api.history.bin, { kind, cursor: pageParam, limit: pageSize }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.nextCursor,
    placeholderData: keepPreviousData,
    // A person opens it to find what was deleted just now.
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
    // The list may have been old. A thing that has left the bin stays in the list, to say why it was not restored.
    onError: (error) => {
      tellElsewhere(error);
      if (!(error instanceof CallError) || error.status !== 404) void client.invalidateQueries();
    },
  });
}
