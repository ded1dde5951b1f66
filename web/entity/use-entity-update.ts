import { useMutation } from '@tanstack/react-query';
import { change } from '#web/api/change.ts';
import type { Entity, Stored, Values } from '#web/entity/define-entity.tsx';
import { useEntityCache } from '#web/entity/use-entity-list.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';

/** Changes a few fields of a thing at once, without a form. `done` says what was done: `Disabled the announcement`. */
export function useEntityUpdate<Thing extends Stored, Changes extends Values>(
  entity: Entity<Thing>,
  { id, version }: Thing,
  done: (changes: Changes) => string,
) {
  const { refresh } = useEntityCache(entity);
  const tell = useUndoToast();
  return useMutation({
    mutationFn: (changes: Changes) => change(entity.routes.update, { id, ...changes }, { version }),
    onSuccess: ({ operationId }, changes) => {
      tell(done(changes), operationId, { about: id });
      return refresh();
    },
    onError: () => void refresh(),
  });
}
