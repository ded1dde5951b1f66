import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { historyRoutes } from '#contract/history.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { clockTime } from '#web/lib/dates.ts';
import { showToast, withdrawUndo, type ToastContent } from '#web/ui/toast-store.ts';

export const undid = 'Undid the change';
export const redid = 'Redid the change';

/**
 * The text for a save that waited for the connection, with the time of sending: `Saved the announcement. Sent at
 * 14:02`.
 */
export const sentLater = (done: string) => `${done}. Sent at ${clockTime(new Date())}`;

/** Undoes a change. Resolves to a function that redoes it; null when nothing was changed. */
export type TakeBack = () => Promise<TakeBack | null>;

/**
 * Undoes operations, the last one first. Each undo is an operation too. A retry after a failure continues where it
 * stopped.
 */
export function undoing(...ids: readonly string[]): TakeBack {
  const left = [...ids];
  const done: string[] = [];
  return async () => {
    for (let id = left.at(-1); id !== undefined; id = left.at(-1)) {
      const { operationId } = await change(historyRoutes.undo, { id });
      left.pop();
      if (operationId !== null) done.push(operationId);
    }
    return done.length === 0 ? null : undoing(...done);
  };
}

/** The toast of a change with its Undo. After Undo it shows `undone` and offers to redo the change. */
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
      // A refusal is final. A call without a response may succeed when repeated.
      const refused = error instanceof CallError && error.status >= 400 && error.status < 500;
      return { message, undo: refused ? undefined : undo, failed: explain(error) };
    } finally {
      // Any data may have changed.
      void client.invalidateQueries();
    }
  };
  return { message, undo };
}

type Done = {
  /** The id of the only record that was changed. */
  about?: string;
  /** The record was deleted, so the server would refuse to undo its earlier changes. */
  deleted?: boolean;
  /** The text of the toast after Undo: `Undid your edit`. */
  undone?: string;
};

/**
 * `done('Deleted the announcement', operationId, { about: id, deleted: true })` shows a toast and offers Undo if there
 * are one or more operations to revert. Undo still works after the calling component was removed.
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
