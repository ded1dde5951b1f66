import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '#contract/api.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { showToast, withdrawUndo, type ToastContent } from '#web/ui/toast-store.ts';

const lower = (message: string) => message.charAt(0).toLowerCase() + message.slice(1);

/** The toast of an operation, with its Undo. If the operation was an undo, the toast says so and its Undo does it again. */
function told(client: QueryClient, done: string, operationId: string | null, back = false): ToastContent {
  const message = back ? `Undone: ${lower(done)}` : done;
  if (operationId === null) return { message };
  const undo = async (): Promise<ToastContent> => {
    try {
      const undone = await change(api.history.undo, { id: operationId });
      return told(client, done, undone.operationId, !back);
    } catch (error) {
      // A refusal is final. A call that got no answer may succeed when it is repeated.
      const refused = error instanceof CallError && error.status >= 400 && error.status < 500;
      return { message, undo: refused ? undefined : undo, failed: explain(error) };
    } finally {
      // An operation can have changed anything.
      void client.invalidateQueries();
    }
  };
  return { message, undo };
}

type Done = {
  /** Id of the one thing that it was done to. */
  about?: string;
  /** It was deleted, so the server would refuse to undo earlier changes of it. */
  deleted?: boolean;
  /** The operation undid it. */
  back?: boolean;
};

/**
 * `done('Deleted the announcement', operationId, { about: id, deleted: true })` says that something was done and offers
 * Undo, where there is an operation to take back. Undo still works after the component that called this has gone.
 */
export function useUndoToast() {
  const client = useQueryClient();
  return useCallback(
    (done: string, operationId: string | null = null, { about, deleted = false, back = false }: Done = {}) => {
      const { message, undo } = told(client, done, operationId, back);
      if (about && deleted) withdrawUndo(about);
      showToast(message, { about, undo });
    },
    [client],
  );
}
