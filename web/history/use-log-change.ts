import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { explain } from '#web/api/call.ts';
import type { ChangeResult } from '#web/api/change.ts';
import { shownAdmin } from '#web/api/session.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { showFailure } from '#web/ui/toast-store.ts';

type LogChange<Variables> = {
  send: (variables: Variables) => Promise<Pick<ChangeResult<never>, 'operationId'>>;
  /** The text of the toast with Undo: `Restored the doctor`. */
  done: string;
  told?: Parameters<ReturnType<typeof useUndoToast>>[2];
  /** The action in a failure's toast: `Restoring the doctor`. */
  doing: string;
  /**
   * After these failures the list stays as it is. After any other it is reloaded, because it may have been out of date.
   */
  stays?: (error: Error) => boolean;
};

/**
 * Reverts a change that the log knows. It is busy until the lists are up to date. The component shows a failure; if it
 * was removed in the meantime, such as a closed panel, a toast shows it to the same account.
 */
export function useLogChange<Variables = void>({ send, done, told, doing, stays }: LogChange<Variables>) {
  const client = useQueryClient();
  const tell = useUndoToast();
  const [account] = useState(shownAdmin);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return useMutation({
    mutationFn: send,
    onSuccess: ({ operationId }) => {
      tell(done, operationId, told);
      return client.invalidateQueries();
    },
    onError: (error: Error) => {
      if (gone.current && shownAdmin() === account) showFailure(doing, explain(error));
      if (!stays?.(error)) void client.invalidateQueries();
    },
  });
}
