import { useQuery } from '@tanstack/react-query';
import { history, restorableDays } from '#contract/history.ts';
import { heldBy } from '#contract/kinds.ts';
import { change } from '#web/api/change.ts';
import { query } from '#web/api/query.ts';
import type { Entity, Stored } from '#web/entity/define-entity.tsx';
import { useDeletion } from '#web/entity/use-deletion.tsx';
import { useEntityCache } from '#web/entity/use-entity-list.ts';
import { alsoDeleted } from '#web/history/describe-operation.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';

/**
 * Deletes a record after a question, in the version that the question showed: a later change by a colleague is not
 * deleted unseen. `question` belongs at the end of the page.
 */
export function useDeleteQuestion<Thing extends Stored>(entity: Entity<Thing>, onDeleted?: (thing: Thing) => void) {
  const { routes, named, noun, pronoun = 'it', question } = entity;
  const { refresh } = useEntityCache(entity);
  const tell = useUndoToast();
  return useDeletion<Thing>({
    mutationKey: ['delete', entity.kind],
    send: ({ id, version }) => {
      if (!routes.remove) throw new Error(`Nobody deletes ${entity.one}`);
      return change(routes.remove, { id }, { version });
    },
    called: entity.called,
    onDeleted: (thing, message, operationId) => {
      tell(message, operationId, { about: thing.id, deleted: true, undone: `Restored ${entity.called(thing)}` });
      onDeleted?.(thing);
    },
    refresh,
    texts: (thing) => ({
      title: `Delete ${entity.title(thing)}?`,
      sentence: question ?? `Are you sure you want to delete ${named ? entity.title(thing) : `this ${noun}`}?`,
      consequence: (
        <>
          {entity.afterDeletion(thing)} <AlsoDeleted entity={entity} thing={thing} /> You can restore {pronoun} from the
          bin for {restorableDays} days.
        </>
      ),
      action: `Delete ${noun}`,
    }),
  });
}

/** The children of the record. Until the response arrives, the sentence has no numbers. */
function AlsoDeleted<Thing extends Stored>({ entity, thing: { id } }: { entity: Entity<Thing>; thing: Thing }) {
  const { kind, pronoun } = entity;
  const { data } = useQuery({
    ...query(history.contents, { kind, id }),
    enabled: heldBy(kind).length > 0,
    staleTime: 0,
  });
  return alsoDeleted(pronoun === 'them' ? 'Their' : 'Its', kind, data?.contains);
}
