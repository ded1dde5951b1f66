import {
  IconClock,
  IconEye,
  IconEyeOff,
  IconFolderSymlink,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { restorableDays } from '#contract/history.ts';
import { explain } from '#web/api/call.ts';
import { ScheduleDialog } from '#web/features/lady-due/schedule-dialog.tsx';
import type { useTreeChanges } from '#web/features/lady-due/use-tree-changes.ts';
import { counted, formatInteger } from '#web/lib/numbers.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { SelectionBar } from '#web/ui/selection-bar.tsx';

type CardSelectionProps = {
  /** Something is selected. */
  opened: boolean;
  selection: Omit<Selection, 'select'>;
  /** How many of the selected cards search and filters leave out. */
  hidden: number;
  bulk: ReturnType<typeof useTreeChanges>['bulk'];
  /** Asks where they are to go. */
  onMove: () => void;
};

const actions = {
  activate: { label: 'Activate', busyLabel: 'Activating', icon: IconEye },
  deactivate: { label: 'Deactivate', busyLabel: 'Deactivating', icon: IconEyeOff, folded: true },
  publish: { label: 'Publish', busyLabel: 'Publishing', icon: IconSend },
  draft: { label: 'Draft', busyLabel: 'Making drafts', icon: IconPencil, folded: true },
  schedule: { label: 'Schedule', busyLabel: 'Scheduling', icon: IconClock, folded: true },
  move: { label: 'Move to…', busyLabel: 'Moving', icon: IconFolderSymlink, folded: true },
  delete: { label: 'Delete', busyLabel: 'Deleting', icon: IconTrash },
};

/** What can be done with the selected cards, as one operation. The bar stays while it shows a failure. */
export function CardSelection({ opened, selection, hidden, bulk, onMove }: CardSelectionProps) {
  const { keys, isFull, clear } = selection;
  const [asked, setAsked] = useState<'delete' | 'schedule'>();
  const close = () => setAsked(undefined);
  const ids = [...keys];
  const run = (action: keyof typeof actions) => bulk.mutate({ ids, action }, { onSuccess: clear });
  const failed = bulk.error ? explain(bulk.error) : undefined;
  const text = [
    `${formatInteger(ids.length)} selected`,
    ...(hidden > 0 ? [`${formatInteger(hidden)} not shown`] : []),
    ...(isFull ? ['the most at once'] : []),
  ];
  const isScheduling = asked === 'schedule';
  const act = (action: keyof typeof actions, onClick = () => run(action)) => ({
    ...actions[action],
    busy: bulk.isPending && bulk.variables.action === action,
    off: bulk.isPending ? bulk.variables.action !== action : ids.length === 0,
    onClick,
  });
  return (
    <>
      {(opened || bulk.error) && (
        <SelectionBar
          text={text.join(', ')}
          actions={[
            act('activate'),
            act('deactivate'),
            act('publish'),
            act('draft'),
            act('schedule', () => {
              bulk.reset();
              setAsked('schedule');
            }),
            act('move', onMove),
            act('delete', () => setAsked('delete')),
          ]}
          failed={isScheduling ? undefined : failed}
          onClear={() => {
            bulk.reset();
            clear();
          }}
        />
      )}
      <Confirm
        opened={asked === 'delete'}
        title={ids.length === 1 ? 'Delete the selected card?' : 'Delete the selected cards?'}
        sentence={`Delete ${counted(ids.length, 'selected card')}?`}
        consequence={`People stop seeing what is published of them. You can restore them from the bin for ${restorableDays} days.`}
        action={ids.length === 1 ? 'Delete card' : 'Delete cards'}
        onConfirm={() => {
          close();
          run('delete');
        }}
        onClose={close}
      />
      <ScheduleDialog
        opened={isScheduling}
        count={ids.length}
        busy={bulk.isPending}
        failed={failed}
        onSchedule={(publishedAt) =>
          bulk.mutate(
            { ids, action: 'schedule', publishedAt },
            {
              onSuccess: () => {
                close();
                clear();
              },
            },
          )
        }
        onClose={() => {
          bulk.reset();
          close();
        }}
      />
    </>
  );
}
