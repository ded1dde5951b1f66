import { useMutation } from '@tanstack/react-query';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import type { Entity, Stored, Values } from '#web/entity/define-entity.tsx';
import { useEntityCache } from '#web/entity/use-entity-list.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import type { ShownFailure } from '#web/lib/failure.ts';

/**
 * Changes a few fields of a thing at once, without a form. `done` says what was done: `Disabled the announcement`.
 * `onFailed` gets why it was not, for a list whose row may be gone by then, and undefined with the next try.
 */
export function useEntityUpdate<Thing extends Stored, Changes extends Values>(
  entity: Entity<Thing>,
  { id, version }: Thing,
  done: (changes: Changes) => string,
  onFailed?: (failed: ShownFailure | undefined) => void,
) {
  const { refresh, show } = useEntityCache(entity);
  const tell = useUndoToast();
  return useMutation({
    mutationFn: (changes: Changes) => change(entity.routes.update, { id, ...changes }, { version }),
    onMutate: () => onFailed?.(undefined),
    onSuccess: ({ output, operationId }, changes) => {
      show(output as Thing);
      tell(done(changes), operationId, { about: id });
      // It is shown already: nothing waits for the lists.
      void refresh();
    },
    onError: (thrown) => {
      onFailed?.(explain(thrown));
      void refresh();
    },
  });
}
