import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { explain } from '#web/api/call.ts';
import type { Change } from '#web/api/change.ts';
import { shownAdmin } from '#web/api/session.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { showFailure } from '#web/ui/toast-store.ts';

type LogChange<Variables> = {
  send: (variables: Variables) => Promise<Pick<Change<never>, 'operationId'>>;
  /** What the toast says once it is done, with Undo: `Restored the doctor`. */
  done: string;
  told?: Parameters<ReturnType<typeof useUndoToast>>[2];
  /** What a toast says of a failure: `Restoring the doctor`. */
  doing: string;
  /** After this failure, what is shown stays as it is. After any other it is loaded again, because it may have been old. */
  stays?: (error: Error) => boolean;
};

/**
 * Takes something back that the log knows. It is busy until what is shown is up to date. The component shows why it
 * failed; if the component has gone meanwhile, such as a closed panel, a toast tells the person who began it.
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
