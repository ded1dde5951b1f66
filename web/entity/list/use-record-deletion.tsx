import { useQuery } from '@tanstack/react-query';
import { historyRoutes, restorableDays } from '#contract/history.ts';
import { descendantKinds } from '#contract/kinds.ts';
import { change } from '#web/api/change.ts';
import { query } from '#web/api/query.ts';
import type { Entity, Stored } from '#web/entity/define/entity.ts';
import { useConfirmedDeletion } from '#web/entity/list/use-confirmed-deletion.tsx';
import { useEntityCache } from '#web/entity/define/use-entity-list.ts';
import { alsoDeleted } from '#web/history/amounts.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';

/**
 * Deletes a record after a question, in the version that the question showed: a later change by a colleague is not
 * deleted unseen. `question` belongs at the end of the page.
 */
export function useRecordDeletion<R extends Stored>(entity: Entity<R>, onDeleted?: (record: R) => void) {
  const { routes, titleIsName, noun, pronoun = 'it', question } = entity;
  const { refresh } = useEntityCache(entity);
  const tell = useUndoToast();
  return useConfirmedDeletion<R>({
    mutationKey: ['delete', entity.kind],
    send: ({ id, version }) => {
      if (!routes.remove) throw new Error(`Nobody deletes ${entity.one}`);
      return change(routes.remove, { id }, { version });
    },
    called: entity.called,
    onDeleted: (record, message, operationId) => {
      tell(message, operationId, { about: record.id, deleted: true, undone: `Restored ${entity.called(record)}` });
      onDeleted?.(record);
    },
    refresh,
    texts: (record) => ({
      title: `Delete ${entity.title(record)}?`,
      sentence: question ?? `Are you sure you want to delete ${titleIsName ? entity.title(record) : `this ${noun}`}?`,
      consequence: (
        <>
          {entity.afterDeletion(record)} <AlsoDeleted entity={entity} record={record} /> You can restore {pronoun} from
          the bin for {restorableDays} days.
        </>
      ),
      action: `Delete ${noun}`,
    }),
  });
}

/** The children of the record. Until the response arrives, the sentence has no numbers. */
function AlsoDeleted<R extends Stored>({ entity, record: { id } }: { entity: Entity<R>; record: R }) {
  const { kind, pronoun } = entity;
  const { data } = useQuery({
    ...query(historyRoutes.contents, { kind, id }),
    enabled: descendantKinds(kind).length > 0,
    staleTime: 0,
  });
  return alsoDeleted(pronoun === 'them' ? 'Their' : 'Its', kind, data?.contains);
}
