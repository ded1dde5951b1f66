import { useMutation } from '@tanstack/react-query';
import { type Card, ladyDueApi as api, type TrackingMode, trackingModes } from '#contract/lady-due.ts';
import type { Publishing } from '#contract/lady-due-shown.ts';
import { change } from '#web/api/change.ts';
import { useEntityCache } from '#web/entity/use-entity-list.ts';
import { category } from '#web/features/lady-due/kinds.ts';
import type { TreeRow } from '#web/features/lady-due/tree-rows.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { moveItem } from '#web/lib/move-item.ts';
import { counted } from '#web/lib/numbers.ts';

type Row = TreeRow;
const titleOf = (row: Row) => (row.level === 1 ? row.thing.name : row.thing.title);

/** What holds a row, as the order of its siblings names it, and these siblings. */
function siblingsOf(row: Row, categories: readonly { id: string }[], mode: TrackingMode) {
  if (row.level === 1) return { parentId: mode, siblings: categories };
  return row.level === 2
    ? { parentId: row.category.id, siblings: row.category.sections }
    : { parentId: row.section.id, siblings: row.section.cards };
}

type Bulk = 'activate' | 'deactivate' | 'publish' | 'draft' | 'delete';

const done: Record<Bulk, string> = {
  activate: 'Activated',
  deactivate: 'Deactivated',
  publish: 'Published',
  draft: 'Made drafts of',
  delete: 'Deleted',
};

/** What a change answers: the operation to undo. */
type Done = { operationId: string | null };

/** A change of the tree, which is asked for again after it, whatever the outcome. */
function useTreeChange<Input>(run: (input: Input) => Promise<Done>, says: (input: Input) => string) {
  const { refresh } = useEntityCache(category);
  const tell = useUndoToast();
  return useMutation({
    mutationFn: run,
    onSuccess: ({ operationId }, input) => tell(says(input), operationId),
    onSettled: refresh,
  });
}

/** What can be done with the tree of a mode, each with its toast and Undo. */
export function useTreeChanges(mode: TrackingMode, categories: readonly { id: string }[]) {
  const copies = { 1: api.categories.duplicate, 2: api.sections.duplicate, 3: api.cards.duplicate };
  return {
    createDefault: useTreeChange(
      () => change(api.ladyDue.createDefault, { trackingMode: mode }),
      () => `Created the default content of ${trackingModes[mode]}`,
    ),
    publish: useTreeChange(
      ({ card: { id, version }, changes }: { card: Card; changes: Partial<Publishing> }) =>
        change(api.cards.update, { id, ...changes }, { version }),
      ({ changes: { isActive } }) => {
        const said = isActive === undefined ? 'Published' : isActive ? 'Activated' : 'Deactivated';
        return `${said} the card`;
      },
    ),
    duplicate: useTreeChange(
      (row: Row) => change(copies[row.level], { id: row.thing.id }),
      (row) => `Copied ${titleOf(row)}`,
    ),
    move: useTreeChange(
      ({ row, position }: { row: Row; position: number }) => {
        const { parentId, siblings } = siblingsOf(row, categories, mode);
        const ids = moveItem(siblings, row.position - 1, position - 1).map(({ id }) => id);
        return change(api.ladyDue.order, { parentId, ids });
      },
      ({ row, position }) => `Moved ${titleOf(row)} to position ${position}`,
    ),
    bulk: useTreeChange(
      (input: { ids: string[]; action: Bulk }) => change(api.cards.bulk, input),
      ({ ids, action }) => `${done[action]} ${counted(ids.length, 'card')}`,
    ),
  };
}
