import { type Icon, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { restorableDays } from '#contract/history.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { type Stored, type Values, lossOf } from '#web/entity/define/entity.ts';
import { useEntityCache } from '#web/entity/define/use-entity-list.ts';
import type { EntityPageParts } from '#web/entity/list/use-entity-page.ts';
import { alsoDeleted } from '#web/history/amounts.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { bulkResult } from '#web/lib/bulk-result.ts';
import { counted, formatInteger } from '#web/lib/numbers.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { SelectionBar } from '#web/ui/selection-bar.tsx';
import { withdrawUndo } from '#web/ui/toast-store.ts';

const Confirm = lazyComponent(async () => (await import('#web/ui/confirm.tsx')).Confirm);

const actions = {
  activate: { label: 'Activate', busyLabel: 'Activating', done: 'Activated', already: 'active', icon: IconEye },
  deactivate: {
    label: 'Deactivate',
    busyLabel: 'Deactivating',
    done: 'Deactivated',
    already: 'inactive',
    icon: IconEyeOff,
  },
  delete: {
    label: 'Delete',
    busyLabel: 'Deleting',
    done: 'Deleted',
    already: 'deleted',
    icon: IconTrash,
    danger: true,
  },
};
type Bulk = { ids: string[]; action: keyof typeof actions };

/** Another action for the selected records, which asks something first. */
export type SelectionDialog<R> = {
  label: string;
  icon: Icon;
  /** The dialog. `onDone` deselects the records. */
  dialog: (records: R[], ending: { onDone: () => void; onClose: () => void }) => ReactNode;
};

export type EntityBulkProps<R extends Stored, Form extends Values> = {
  /** At least one record is selected. */
  opened: boolean;
  page: EntityPageParts<R, Form>;
  selection: Selection;
  more?: SelectionDialog<R> | undefined;
};

/** The actions for the selected records, each one operation. The bar stays while it shows a failure. */
export function EntityBulk<R extends Stored, Form extends Values>(props: EntityBulkProps<R, Form>) {
  const { opened, page, selection, more } = props;
  const { entity, records = [], address } = page;
  const { kind, noun, many, active, pronoun = 'it', routes } = entity;
  const { keys, select } = selection;
  const { refresh } = useEntityCache(entity);
  const tell = useUndoToast();
  const [asked, setAsked] = useState(false);
  const [asking, setAsking] = useState<R[]>();
  const bulk = useMutation({
    mutationFn: (input: Bulk) => {
      if (!routes.bulk) throw new Error(`Nobody changes several ${many} at once`);
      return change(routes.bulk, input);
    },
    onSuccess: async ({ output, operationId }, { ids, action }) => {
      const { count } = output as { count: number };
      const { done, already } = actions[action];
      if (action === 'delete') ids.forEach(withdrawUndo);
      tell(bulkResult({ done, already, asked: ids.length, changed: count, one: noun, many }), operationId);
      if (action === 'delete' && address.id && ids.includes(address.id)) address.closeDeleted();
      await refresh();
      select(ids, false);
    },
    // The reload removes deleted records from the list, and so from the selection.
    onError: () => void refresh(),
  });
  const ids = [...keys];
  const act = (action: Bulk['action'], onClick = () => bulk.mutate({ ids, action })) => ({
    ...actions[action],
    busy: bulk.isPending && bulk.variables.action === action,
    onClick,
  });
  const selected = records.filter(({ id }) => keys.has(id));
  const seen = selected.filter((record) => active !== undefined && record[active]).length;
  const these = counted(keys.size, noun, many);
  return (
    <>
      {(opened || bulk.error) && (
        <SelectionBar
          selection={selection}
          actions={[
            ...(more ? [{ ...more, busy: false, busyLabel: '', onClick: () => setAsking(selected) }] : []),
            ...(active ? [act('activate'), act('deactivate')] : []),
            act('delete', () => setAsked(true)),
          ]}
          failed={bulk.error ? why(bulk.error) : undefined}
          onClear={bulk.reset}
        />
      )}
      {asking &&
        more?.dialog(asking, {
          onDone: () =>
            select(
              asking.map(({ id }) => id),
              false,
            ),
          onClose: () => setAsking(undefined),
        })}
      <Confirm
        opened={asked}
        title={`Delete ${these}?`}
        sentence={`Are you sure you want to delete ${keys.size === 1 ? `this ${noun}` : `these ${these}`}?`}
        consequence={`${seen > 0 ? `${lossOf(entity)} ${seen === 1 ? pronoun : `${formatInteger(seen)} of them`}. ` : ''}${keys.size === 1 && pronoun === 'it' ? alsoDeleted('Its', kind) : alsoDeleted('Their', kind)} You can restore ${keys.size === 1 ? pronoun : 'them'} from the bin for ${restorableDays} days.`}
        action={`Delete ${keys.size === 1 ? noun : many}`}
        onConfirm={() => {
          setAsked(false);
          bulk.mutate({ ids, action: 'delete' });
        }}
        onClose={() => setAsked(false)}
      />
    </>
  );
}

function why(error: Error) {
  const failed = explain(error);
  if (!(error instanceof CallError) || error.status !== 404) return failed;
  return { ...failed, detail: `${failed.detail} Nothing was changed. The rest is still selected: try again.` };
}
