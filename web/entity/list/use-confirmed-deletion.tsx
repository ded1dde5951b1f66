import { useMutation } from '@tanstack/react-query';
import { useCallback, useState, type ComponentProps } from 'react';
import type { Route } from '#contract/route.ts';
import { CallError, explain } from '#web/api/call.ts';
import type { ChangeResult } from '#web/api/change.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import type { Confirm as ConfirmType } from '#web/ui/confirm.tsx';

type ConfirmProps = ComponentProps<typeof ConfirmType>;

const Confirm = lazyComponent<ConfirmProps>(async () => (await import('#web/ui/confirm.tsx')).Confirm);

type Deletion<R> = {
  /** The key of the mutation, for observers. */
  mutationKey: string[];
  send: (record: R) => Promise<ChangeResult<Route>>;
  /** The name of the record in a sentence: `the announcement`, `Dr. Ada Obi`. */
  called: (record: R) => string;
  /** Called after the deletion. `message` says so, or that a colleague had already deleted the record. */
  onDeleted: (record: R, message: string, operationId: string | null) => void;
  /** Reloads the lists that show the record, also after a failure: they may have been out of date. */
  refresh: () => Promise<unknown>;
  /** The texts of the question. */
  texts: (record: R) => Pick<ConfirmProps, 'title' | 'about' | 'sentence' | 'consequence' | 'action' | 'safe'>;
};

/** Deletes a record after a question. `question` belongs at the end of the page. */
export function useConfirmedDeletion<R extends { id: string }>(deletion: Deletion<R>) {
  const { mutationKey, send, called, onDeleted, refresh, texts } = deletion;
  const [record, setRecord] = useState<R>();
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
    (asked: R) => {
      reset();
      setRecord(asked);
      setOpened(true);
    },
    [reset],
  );
  const failed = error ? explain(error) : undefined;
  return {
    ask,
    /** Why the last deletion failed, once the question is closed: a colleague had changed the record. */
    refused: record && failed && !opened ? { id: record.id, failed } : null,
    question: record && (
      <Confirm
        {...texts(record)}
        opened={opened}
        actionBusy="Deleting"
        busy={isPending}
        failed={failed}
        onConfirm={() => mutate(record)}
        onClose={() => {
          reset();
          setOpened(false);
        }}
      />
    ),
  };
}
