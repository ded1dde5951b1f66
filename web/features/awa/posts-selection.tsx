import { useMutation } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { awaApi } from '#contract/awa.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { bulkResult } from '#web/lib/bulk-result.ts';
import { counted } from '#web/lib/numbers.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { SelectionBar } from '#web/ui/selection-bar.tsx';
import { showToast } from '#web/ui/toast-store.ts';

type PostSelectionProps = {
  /** Posts are selected, or the question is open. */
  opened: boolean;
  selection: Selection;
  /** The question before the deletion is open. */
  asked: boolean;
  onAsk: (asked: boolean) => void;
  onDeleted: (ids: readonly string[]) => void;
  refresh: () => void;
};

/** Deletes the selected posts after a question. The bar stays while it shows a failure. */
export function PostSelection({ selection, asked, onAsk, onDeleted, refresh }: PostSelectionProps) {
  const { keys, select } = selection;
  const ids = [...keys];
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (chosen: string[]) => change(awaApi.posts.bulkRemove, { ids: chosen }),
    onSuccess: ({ output: { count } }, chosen) => {
      onAsk(false);
      const words = { done: 'Deleted', already: 'deleted', one: 'post', many: 'posts' };
      showToast(bulkResult({ ...words, asked: chosen.length, changed: count }));
      select(chosen, false);
      onDeleted(chosen);
    },
    // The list may be out of date.
    onError: refresh,
  });
  const close = () => {
    reset();
    onAsk(false);
  };
  return (
    <>
      {ids.length > 0 && (
        <SelectionBar
          selection={selection}
          named={counted(ids.length, 'post')}
          actions={[
            {
              label: 'Delete',
              busyLabel: 'Deleting',
              icon: IconTrash,
              danger: true,
              busy: isPending,
              onClick: () => onAsk(true),
            },
          ]}
        />
      )}
      <Confirm
        opened={asked}
        title={`Delete ${counted(ids.length, 'post')} for good?`}
        sentence="Comments, likes and pictures are deleted too. This cannot be undone."
        action={ids.length === 1 ? 'Delete post' : 'Delete posts'}
        actionBusy="Deleting"
        safe={ids.length === 1 ? 'Keep it' : 'Keep them'}
        busy={isPending}
        failed={error ? explain(error) : undefined}
        onConfirm={() => mutate(ids)}
        onClose={close}
      />
    </>
  );
}
