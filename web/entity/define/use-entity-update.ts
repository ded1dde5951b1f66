import { useMutation } from '@tanstack/react-query';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import type { Entity, Stored, Values } from '#web/entity/define/entity.ts';
import { useEntityCache } from '#web/entity/define/use-entity-list.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import type { ShownFailure } from '#web/lib/failure.ts';

/**
 * Changes a few fields of a record at once, without a form. `done` returns the toast: `Disabled the announcement`.
 * `onFailed` gets the reason of a failure, for a list that may have lost the row by then, and undefined at the next
 * attempt.
 */
export function useEntityUpdate<R extends Stored, Changes extends Values>(
  entity: Entity<R>,
  { id, version }: R,
  done: (changes: Changes) => string,
  onFailed?: (failed: ShownFailure | undefined) => void,
) {
  const { refresh, show } = useEntityCache(entity);
  const tell = useUndoToast();
  return useMutation({
    mutationFn: (changes: Changes) => change(entity.routes.update, { id, ...changes }, { version }),
    onMutate: () => onFailed?.(undefined),
    onSuccess: ({ output, operationId }, changes) => {
      show(output as R);
      tell(done(changes), operationId, { about: id });
      // The change is already shown: no need to wait for the lists.
      void refresh();
    },
    onError: (thrown) => {
      onFailed?.(explain(thrown));
      void refresh();
    },
  });
}
