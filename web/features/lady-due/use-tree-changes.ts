import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Card, type CategoryTree, ladyDueApi, type TrackingMode } from '#contract/lady-due.ts';
import { listName } from '#contract/kinds.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import type { VisibilityFields } from '#contract/lady-due-visibility.ts';
import type { Input, Route } from '#contract/route.ts';
import { change } from '#web/api/change.ts';
import { query } from '#web/api/query.ts';
import { useEntityCache } from '#web/entity/define/use-entity-list.ts';
import { categoryEntity, treeEntities } from '#web/features/lady-due/kinds.ts';
import { type Place, isSame, movedTree, placeOf, recordsIn } from '#web/features/lady-due/tree-places.ts';
import { type TreeRowData, titleOf } from '#web/features/lady-due/tree-rows.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { whenIdle } from '#web/lib/idle.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';

type Row = TreeRowData;

/** The words of changes, which the first rows do not wait for. */
const words = () => import('#web/features/lady-due/bulk-words.ts');
whenIdle(() => void words().catch(() => undefined));

type Bulk = Input<typeof ladyDueApi.cards.bulk>;

/** A copy of a record, with the id of its parent. */
type Copy = { id: string; categoryId?: string; sectionId?: string };

/** The response of a change, and the operation that Undo reverts. */
type Done<Output = unknown> = { output: Output; operationId: string | null };

/** Clears the failure of a change when another mode is shown, because it is about the previous one. */
const useResetWith = (mode: TrackingMode, reset: () => void) => useEffect(reset, [mode, reset]);

/** A change of the tree. The tree is reloaded after it, whatever the outcome. */
function useTreeChange<Input, Output>(
  mode: TrackingMode,
  run: (input: Input) => Promise<Done<Output>>,
  says: (input: Input, output: Output) => string | Promise<string>,
) {
  const { refresh } = useEntityCache(categoryEntity);
  const tell = useUndoToast();
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: ({ output, operationId }, input) => {
      // The change is made, even if the code of its words cannot be loaded.
      const said = Promise.resolve(says(input, output)).catch(() => 'Saved');
      void said.then((text) => tell(text, operationId));
    },
    onSettled: refresh,
  });
  useResetWith(mode, mutation.reset);
  return mutation;
}

type Move = {
  row: Row;
  place: Place;
  siblings: readonly { id: string; displayOrder: number }[];
  /** Left out until the tree has been reloaded after an earlier move, because that move may have changed it. */
  version?: number;
};

/** Moves records within a tree at once, before the server responds. */
function useMove(mode: TrackingMode) {
  const client = useQueryClient();
  const { refresh } = useEntityCache(categoryEntity);
  const tell = useUndoToast();
  const { queryKey } = query(ladyDueApi.categories.list, { trackingMode: mode });
  const mutationKey = ['move in the tree'];
  const { mutate, error, reset } = useMutation({
    mutationKey,
    // Sent one after the other; otherwise an older order could overwrite a newer one.
    scope: { id: 'order of the tree' },
    mutationFn: ({ row, place: { parentId, index }, siblings, version }: Move) => {
      const { id } = row.record;
      if (parentId === row.parentId) {
        return change(ladyDueApi.ladyDue.order, { parentId, ids: siblings.map((one) => one.id), movedId: id });
      }
      const next = siblings[index + 1];
      const areInOrder = siblings.every((one) => one.id === id || one.displayOrder > 0);
      const displayOrder = next && (areInOrder ? next.displayOrder : index + 1);
      const { routes, scope = '' } = treeEntities[row.kind];
      const moved = { id, [scope]: parentId, ...(displayOrder && { displayOrder }) };
      return change<Route>(routes.update, moved, version === undefined ? {} : { version });
    },
    onSuccess: ({ operationId }, { row, place: { index, parentId }, siblings }) => {
      const isElsewhere = siblings.length === 0 && parentId !== row.parentId;
      tell(`Moved ${titleOf(row)}${isElsewhere ? '' : ` to place ${formatInteger(index + 1)}`}`, operationId);
    },
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? refresh() : undefined),
  });
  useResetWith(mode, reset);
  const move = (row: Row, place: Place) => {
    const tree = client.getQueryData<{ categories: CategoryTree[] }>(queryKey);
    if (!tree || isSame(place, placeOf(row))) return;
    const categories = movedTree(tree.categories, row, place);
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, { ...tree, categories });
    const siblings = recordsIn(categories, row.kind, place.parentId);
    const isFirst = client.isMutating({ mutationKey }) === 0;
    mutate({ row, place, siblings, ...(isFirst && { version: row.record.version }) });
  };
  return { move, error };
}

/** The changes of a mode's tree, each with its toast and Undo. */
export function useTreeChanges(mode: TrackingMode) {
  return {
    createDefault: useTreeChange(
      mode,
      (trackingMode: TrackingMode) => change(ladyDueApi.ladyDue.createDefault, { trackingMode }),
      (trackingMode) => `Created the default content of ${trackingModes[trackingMode]}`,
    ),
    publish: useTreeChange(
      mode,
      ({ card: { id, version }, changes }: { card: Card; changes: Partial<VisibilityFields> }) =>
        change(ladyDueApi.cards.update, { id, ...changes }, { version }),
      async ({ changes }, saved) => (await words()).publishWords(changes, saved, serverNow()),
    ),
    duplicate: useTreeChange(
      mode,
      ({ row, parentId }: { row: Row; parentId?: string }) =>
        change<Route>(ladyDueApi[listName(row.kind)].duplicate, {
          id: row.record.id,
          ...(parentId && { parentId }),
        }) as Promise<Done<Copy>>,
      ({ row }) => `Copied ${titleOf(row)}`,
    ),
    move: useMove(mode),
    bulk: useTreeChange(
      mode,
      (input: Bulk) => change(ladyDueApi.cards.bulk, input),
      async (input, done) => (await words()).bulkWords(input, done),
    ),
  };
}
