import { useMutation } from '@tanstack/react-query';
import { useCallback, useState, type ComponentProps } from 'react';
import type { Route } from '#contract/route.ts';
import { CallError, explain } from '#web/api/call.ts';
import type { Change } from '#web/api/change.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import type { Confirm as ConfirmType } from '#web/ui/confirm.tsx';

type ConfirmProps = ComponentProps<typeof ConfirmType>;

const Confirm = lazyComponent<ConfirmProps>(async () => (await import('#web/ui/confirm.tsx')).Confirm);

type Deletion<Thing> = {
  /** The key of the mutation, for those who watch it. */
  mutationKey: string[];
  send: (thing: Thing) => Promise<Change<Route>>;
  /** What a sentence calls it: `the announcement`, `Dr. Ada Obi`. */
  called: (thing: Thing) => string;
  /** It is deleted. `message` says so, or that somebody else had deleted it. */
  onDeleted: (thing: Thing, message: string, operationId: string | null) => void;
  /** Asks again for what shows it, also after a failure: what is shown may have been old. */
  refresh: () => Promise<unknown>;
  /** What the question says. */
  texts: (thing: Thing) => Pick<ConfirmProps, 'title' | 'about' | 'sentence' | 'consequence' | 'action' | 'safe'>;
};

/** Deletes a thing after asking. `question` belongs at the end of the page. */
export function useDeletion<Thing extends { id: string }>(deletion: Deletion<Thing>) {
  const { mutationKey, send, called, onDeleted, refresh, texts } = deletion;
  const [thing, setThing] = useState<Thing>();
  const [opened, setOpened] = useState(false);
  const { mutate, error, isPending, reset } = useMutation({
    mutationKey,
    mutationFn: send,
    onSuccess: ({ gone, operationId }, deleted) => {
      const name = called(deleted);
      setOpened(false);
      onDeleted(
        deleted,
        gone ? `${name.replace(/^the /, 'The ')} was deleted already` : `Deleted ${name}`,
        operationId,
      );
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
  return {
    ask,
    /** Why the last one was not deleted, once the question is closed: somebody changed it meanwhile. */
    refused: thing && failed && !opened ? { id: thing.id, failed } : null,
    question: thing && (
      <Confirm
        {...texts(thing)}
        opened={opened}
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
