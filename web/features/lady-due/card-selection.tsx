import {
  IconClock,
  IconEye,
  IconEyeOff,
  IconFolderSymlink,
  IconPencil,
  IconSend,
  IconCircleCheck,
  IconUserQuestion,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { restorableDays } from '#contract/history.ts';
import type { Card } from '#contract/lady-due.ts';
import { hiddenBecause } from '#contract/lady-due-visibility.ts';
import { explain } from '#web/api/call.ts';
import { isApprover, useAdmin } from '#web/entity/approvals/use-approver.ts';
import { cardsIn } from '#web/features/lady-due/filter-tree.ts';
import type { Tree } from '#web/features/lady-due/use-tree.ts';
import type { useTreeChanges } from '#web/features/lady-due/use-tree-changes.ts';
import { dateTime } from '#web/lib/dates.ts';
import { counted, formatInteger } from '#web/lib/numbers.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { SelectionBar } from '#web/ui/selection-bar.tsx';

type CardSelectionProps = {
  /** At least one card is selected. */
  opened: boolean;
  tree: Tree;
  bulk: ReturnType<typeof useTreeChanges>['bulk'];
  now: Date;
  /** Asks for the new place of the cards. */
  onMove: () => void;
};

const ScheduleDialog = lazyComponent(async () => (await import('#web/form/schedule-dialog.tsx')).ScheduleDialog);

const ApprovalDialog = lazyComponent(
  async () => (await import('#web/entity/approvals/approval-dialog.tsx')).ApprovalDialog,
);

const AskDialog = lazyComponent(async () => (await import('#web/entity/approvals/ask-dialog.tsx')).AskDialog);

const actions = {
  activate: { label: 'Activate', busyLabel: 'Activating', icon: IconEye },
  deactivate: { label: 'Deactivate', busyLabel: 'Deactivating', icon: IconEyeOff, folded: true },
  publish: { label: 'Publish', busyLabel: 'Publishing', icon: IconSend },
  draft: { label: 'Make drafts', busyLabel: 'Making drafts', icon: IconPencil, folded: true },
  schedule: { label: 'Schedule', busyLabel: 'Scheduling', icon: IconClock, folded: true },
  'publish-changes': { label: 'Publish changes', busyLabel: 'Publishing', icon: IconSend, folded: true },
  move: { label: 'Move to…', busyLabel: 'Moving', icon: IconFolderSymlink, folded: true },
  delete: { label: 'Delete', busyLabel: 'Deleting', icon: IconTrash, danger: true },
};

/** The actions for the selected cards, each one operation. The bar stays while it shows a failure. */
export function CardSelection({ opened, tree: { tree, selection }, bulk, now, onMove }: CardSelectionProps) {
  const { keys, clear } = selection;
  const [asked, setAsked] = useState<'delete' | 'schedule' | 'publish' | 'approve' | 'review'>();
  const mayApprove = isApprover(useAdmin());
  const close = () => setAsked(undefined);
  const ids = [...keys];
  const cards = cardsIn(tree ?? []).filter(({ id }) => keys.has(id));
  const reasons = cards.map((card) => ({ card, hidden: hiddenBecause(card, now.toISOString()) }));
  const later = reasons.flatMap(({ card, hidden }) => (hidden.includes('scheduled') ? [card] : []));
  const shown = reasons.filter(({ hidden }) => hidden.length === 0).length;
  const failed = bulk.error ? explain(bulk.error) : undefined;
  const run = (action: keyof typeof actions, some = ids) => {
    close();
    bulk.mutate({ ids: some, action }, { onSuccess: clear });
  };
  const reset = () => {
    bulk.reset();
    close();
  };
  const act = (action: keyof typeof actions, onClick = () => run(action)) => ({
    ...actions[action],
    busy: bulk.isPending && bulk.variables.action === action,
    onClick,
  });
  return (
    <>
      {(opened || bulk.error) && (
        <SelectionBar
          selection={selection}
          selectsAll
          actions={[
            act('activate'),
            act('deactivate'),
            act('publish', () => (later.length > 0 ? setAsked('publish') : run('publish'))),
            act('draft'),
            act('schedule', () => {
              bulk.reset();
              setAsked('schedule');
            }),
            ...(cards.some(({ hasChanges }) => hasChanges) ? [act('publish-changes')] : []),
            act('move', onMove),
            ...(mayApprove
              ? [
                  {
                    label: 'Approve',
                    busyLabel: 'Approving',
                    icon: IconCircleCheck,
                    folded: true,
                    busy: false,
                    onClick: () => setAsked('approve'),
                  },
                ]
              : []),
            {
              label: 'Ask for a review',
              busyLabel: 'Asking',
              icon: IconUserQuestion,
              folded: true,
              busy: false,
              onClick: () => setAsked('review'),
            },
            act('delete', () => setAsked('delete')),
          ]}
          failed={asked === 'schedule' ? undefined : failed}
          onClear={bulk.reset}
        />
      )}
      <Confirm
        opened={asked === 'delete'}
        title={ids.length === 1 ? 'Delete the selected card?' : 'Delete the selected cards?'}
        sentence={`Delete ${counted(ids.length, 'selected card')}?`}
        consequence={`The published ones disappear from the app. You can restore them from the bin for ${restorableDays} days.`}
        action={ids.length === 1 ? 'Delete card' : 'Delete cards'}
        onConfirm={() => run('delete')}
        onClose={close}
      />
      <PublishQuestion
        opened={asked === 'publish'}
        ids={ids}
        later={later}
        onPublish={(some) => run('publish', some)}
        onClose={close}
      />
      <ApprovalDialog opened={asked === 'approve'} kind="card" records={cards} onDone={clear} onClose={close} />
      {asked === 'review' && (
        <AskDialog kind="card" ids={ids} title={counted(ids.length, 'card')} onDone={clear} onClose={close} />
      )}
      <ScheduleDialog
        opened={asked === 'schedule'}
        title={`Schedule ${counted(ids.length, 'card')}`}
        warning={shown === 0 ? undefined : leavesTheApp(shown, ids.length)}
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
        onClose={reset}
      />
    </>
  );
}

type PublishQuestionProps = {
  opened: boolean;
  ids: readonly string[];
  /** The cards that are scheduled for later. */
  later: readonly Card[];
  onPublish: (ids: string[]) => void;
  onClose: () => void;
};

/** Asks whether scheduled cards are published now too. */
function PublishQuestion({ opened, ids, later, onPublish, onClose }: PublishQuestionProps) {
  const rest = ids.filter((id) => later.every((card) => card.id !== id));
  return (
    <Confirm
      opened={opened}
      title={`Publish ${counted(ids.length, 'card')}`}
      sentence={
        rest.length === 0
          ? `${ids.length === 1 ? 'It is' : 'All of them are'} scheduled for later: publish now?`
          : `${formatInteger(later.length)} of them ${later.length === 1 ? 'is' : 'are'} scheduled for later: publish now?`
      }
      consequence={soonest(later)}
      action={ids.length === 1 ? 'Publish now' : `Publish all ${formatInteger(ids.length)} now`}
      {...(rest.length > 0 && {
        other: {
          label: `Publish the other ${rest.length === 1 ? 'one' : formatInteger(rest.length)}`,
          onClick: () => onPublish(rest),
        },
      })}
      safe="Cancel"
      harmless
      onConfirm={() => onPublish([...ids])}
      onClose={onClose}
    />
  );
}

/** `2 of them are in the app now, and leave it until then.` */
function leavesTheApp(shown: number, all: number) {
  const some = `${formatInteger(shown)} of them ${shown === 1 ? 'is' : 'are'}`;
  const these = shown === all ? (shown === 1 ? 'It is' : 'They are') : some;
  return `${these} in the app now, and ${shown === 1 ? 'leaves' : 'leave'} it until then.`;
}

/** `The first of them on Nov 24, 2026, 8:00.` */
function soonest(later: readonly Card[]) {
  const [first] = later.flatMap(({ publishedAt }) => publishedAt ?? []).sort();
  return first && `${later.length === 1 ? 'It is due' : 'The first is due'} on ${dateTime(first)}.`;
}
