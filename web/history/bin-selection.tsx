import { IconRestore } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BinItem, binRoutes } from '#contract/bin.ts';
import { keptKinds } from '#contract/kinds.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { itemOfKey, keyOfItem } from '#web/history/bin-key.ts';
import { amounts } from '#web/history/amounts.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { notRestoredMessage } from '#web/history/not-restored-message.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { SelectionBar } from '#web/ui/selection-bar.tsx';

type BinSelectionProps = {
  /** At least one record is selected. */
  opened: boolean;
  selection: Selection;
  /** The loaded rows. */
  items: readonly BinItem[];
};

/** Restores the selected records. The bar stays while it says which were not restored, and why; those stay selected. */
export function BinSelection({ opened, selection, items }: BinSelectionProps) {
  const { keys, select } = selection;
  const client = useQueryClient();
  const tell = useUndoToast();
  const restore = useMutation({
    mutationFn: async (chosen: readonly string[]) => {
      const { output } = await change(binRoutes.restoreSelected, { items: chosen.map(itemOfKey) });
      const refusal = notRestoredMessage(output.refused, (id) => items.find((one) => one.id === id)?.label);
      return { ...output, refusal };
    },
    onSuccess: async ({ operations, refused }, chosen) => {
      const stay = new Set(refused.map(keyOfItem));
      const back = chosen.filter((key) => !stay.has(key));
      const counts = keptKinds
        .map((kind) => ({ kind, count: back.filter((key) => itemOfKey(key).kind === kind).length }))
        .filter(({ count }) => count > 0);
      if (back.length > 0) {
        tell(
          `Restored ${amounts(counts)}`,
          operations.map(({ id }) => id),
        );
      }
      await client.invalidateQueries();
      select(back, false);
    },
    onError: () => void client.invalidateQueries(),
  });
  const refusal = restore.data && restore.data.refused.length > 0 ? restore.data.refusal : undefined;
  const failed = restore.error ? explain(restore.error) : refusal;
  if (!opened && !failed) return null;
  return (
    <SelectionBar
      selection={selection}
      actions={[
        {
          label: 'Restore',
          busyLabel: 'Restoring',
          icon: IconRestore,
          busy: restore.isPending,
          onClick: () => restore.mutate([...keys]),
        },
      ]}
      failed={failed}
      onClear={restore.reset}
    />
  );
}
