import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { restorableDays } from '#contract/history.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import type { Entity, Stored } from '#web/entity/define-entity.ts';
import { useEntityCache } from '#web/entity/use-entity-list.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const Confirm = lazyComponent(async () => (await import('#web/ui/confirm.tsx')).Confirm);

/**
 * Deletes a thing after asking, as it was when it was asked: what somebody changed since is not deleted unseen.
 * `question` belongs at the end of the page.
 */
export function useDeleteQuestion<Thing extends Stored>(entity: Entity<Thing>, onDeleted?: (thing: Thing) => void) {
  const { refresh } = useEntityCache(entity);
  const tell = useUndoToast();
  const [thing, setThing] = useState<Thing>();
  const [opened, setOpened] = useState(false);
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: ({ id, version }: Thing) => change(entity.routes.remove, { id }, { version }),
    onSuccess: ({ operationId, gone }, deleted) => {
      const called = entity.called(deleted);
      const message = gone
        ? `${called.charAt(0).toUpperCase()}${called.slice(1)} was deleted already`
        : `Deleted ${called}`;
      tell(message, operationId, { about: deleted.id, deleted: true });
      setOpened(false);
      onDeleted?.(deleted);
      return refresh();
    },
    onError: (thrown) => {
      if (thrown instanceof CallError && thrown.status === 412) setOpened(false);
      void refresh();
    },
  });
  const ask = useCallback(
    (asked: Thing) => {
      reset();
      setThing(asked);
      setOpened(true);
    },
    [reset],
  );
  const failed = error ? explain(error) : undefined;
  const { named, noun, pronoun = 'it' } = entity;
  return {
    ask,
    /** Why the last one was not deleted, once the question is closed: somebody changed it meanwhile. */
    refused: thing && failed && !opened ? { id: thing.id, failed } : null,
    question: thing && (
      <Confirm
        opened={opened}
        title={`Delete ${entity.title(thing)}?`}
        sentence={`Are you sure you want to delete ${named ? entity.title(thing) : `this ${noun}`}?`}
        consequence={`${entity.afterDeletion(thing)} You can bring ${pronoun} back from the bin for ${restorableDays} days.`}
        action={`Delete ${noun}`}
        actionBusy="Deleting"
        busy={isPending}
        failed={failed}
        onConfirm={() => mutate(thing)}
        onClose={() => {
          reset();
          setOpened(false);
        }}
      />
    ),
  };
}
