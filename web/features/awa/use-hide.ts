import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { awaApi } from '#contract/awa.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { type TakeBack, toldWithUndo } from '#web/history/use-undo-toast.ts';
import { bulkResult } from '#web/lib/bulk-result.ts';
import { counted } from '#web/lib/numbers.ts';
import { showToast } from '#web/ui/toast-store.ts';

const routes = { post: awaApi.posts.setHidden, comment: awaApi.comments.setHidden };

type Change = { ids: string[]; isHidden: boolean };

type Options = {
  /** Called when these were hidden or shown again, also by Undo. */
  onDone: (done: Change) => void;
  refresh: () => Promise<unknown>;
};

/** Hides posts or comments from the app, or shows them again, with Undo. */
export function useHide(kind: keyof typeof routes, { onDone, refresh }: Options) {
  const client = useQueryClient();
  const send = async (hiding: Change) => (await change(routes[kind], hiding)).output.ids;
  const takeBack =
    ({ ids, isHidden }: Change): TakeBack =>
    async () => {
      const back = { ids, isHidden: !isHidden };
      const changed = await send(back);
      onDone(back);
      return changed.length > 0 ? takeBack({ ...back, ids: changed }) : null;
    };
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: send,
    onSuccess: (ids, { ids: asked, isHidden }) => {
      onDone({ ids: asked, isHidden });
      const words = isHidden ? { done: 'Hid', already: 'hidden' } : { done: 'Showed', already: 'shown' };
      const message = bulkResult({ ...words, asked: asked.length, changed: ids.length, one: kind, many: `${kind}s` });
      const undone = `${isHidden ? 'Showed' : 'Hid'} ${counted(ids.length, kind)} again`;
      const content = toldWithUndo(client, message, undone, ids.length > 0 ? takeBack({ ids, isHidden }) : null);
      showToast(content.message, content);
      return refresh();
    },
    // The list may be out of date.
    onError: refresh,
  });
  const failed = error && variables ? explain(error) : undefined;
  return {
    /** Hides these texts, or shows them again. */
    hide: useCallback((ids: string[], isHidden: boolean) => mutate({ ids, isHidden }), [mutate]),
    isPending,
    /** The ids that are being changed. */
    busy: isPending ? variables.ids : [],
    failed,
    /** The failure of the last change, if it was about this text alone. */
    failedFor: (id: string) => (variables?.ids.length === 1 && variables.ids[0] === id ? failed : undefined),
    /** Forgets the failure. */
    reset,
  };
}

export type Hiding = ReturnType<typeof useHide>;
