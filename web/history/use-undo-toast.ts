import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { history } from '#contract/history.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { clockTime } from '#web/lib/dates.ts';
import { showToast, withdrawUndo, type ToastContent } from '#web/ui/toast-store.ts';

export const undid = 'Undid the change';
export const redid = 'Redid the change';

/** Says of a save that waited for the connection when it was sent: `Saved the announcement. Sent at 14:02`. */
export const sentLater = (done: string) => `${done}. Sent at ${clockTime(new Date())}`;

/** Takes something back. Resolves to what does it again; null when nothing was changed. */
type TakeBack = () => Promise<TakeBack | null>;

/** Undoes operations, the last one first. Those are operations too. After a failure it goes on where it was. */
export function undoing(...ids: readonly string[]): TakeBack {
  const left = [...ids];
  const done: string[] = [];
  return async () => {
    for (let id = left.at(-1); id !== undefined; id = left.at(-1)) {
      const { operationId } = await change(history.undo, { id });
      left.pop();
      if (operationId !== null) done.push(operationId);
    }
    return done.length === 0 ? null : undoing(...done);
  };
}

/** The toast of a change, with its Undo, after which it says `undone` and offers to do it again. */
export function toldWithUndo(
  client: QueryClient,
  message: string,
  undone: string,
  takeBack: TakeBack | null,
): ToastContent {
  if (takeBack === null) return { message };
  const undo = async (): Promise<ToastContent> => {
    try {
      return toldWithUndo(client, undone, message, await takeBack());
    } catch (error) {
      // A refusal is final. A call that got no answer may succeed when it is repeated.
      const refused = error instanceof CallError && error.status >= 400 && error.status < 500;
      return { message, undo: refused ? undefined : undo, failed: explain(error) };
    } finally {
      // It can have changed anything.
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
  /** What the toast says once it is undone: `Undid your edit`. */
  undone?: string;
};

/**
 * `done('Deleted the announcement', operationId, { about: id, deleted: true })` says that something was done and offers
 * Undo, where there is an operation to take back, or several. Undo still works after the component that called this has gone.
 */
export function useUndoToast() {
  const client = useQueryClient();
  return useCallback(
    (
      done: string,
      operations: string | null | readonly string[] = null,
      { about, deleted = false, undone = undid }: Done = {},
    ) => {
      const ids = [operations ?? []].flat();
      const { message, undo } = toldWithUndo(client, done, undone, ids.length === 0 ? null : undoing(...ids));
      if (about && deleted) withdrawUndo(about);
      showToast(message, { about, undo });
    },
    [client],
  );
}
