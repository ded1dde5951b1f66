import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { historyRoutes, restorableDays } from '#contract/history.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { query } from '#web/api/query.ts';
import { sentenceOf } from '#web/history/describe-operation.ts';
import { useLogChange } from '#web/history/use-log-change.ts';
import { undid } from '#web/history/use-undo-toast.ts';
import { timeAgo } from '#web/lib/dates.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** The changes of an account among which the last one that can be undone is looked for. */
const searched = 20;

type UndoLastProps = { adminId: string; opened: boolean; onClose: () => void };

/**
 * Asks whether the last change of the account should be undone, once it is known which one that is. The changes of
 * an undo are left out: the message after an undo repeats them.
 */
export function UndoLast({ adminId, opened, onClose }: UndoLastProps) {
  const listed = useQuery({
    ...query(historyRoutes.list, { actor: adminId, limit: searched }),
    enabled: opened,
    staleTime: 0,
    gcTime: 0,
  });
  const last = listed.data?.operations.find(({ undoable, undoes }) => undoable && undoes === null);
  const undo = useLogChange({
    send: async (id: string) => {
      const undone = await change(historyRoutes.undo, { id });
      // Before the lists are reloaded: then another change is the last one.
      onClose();
      return undone;
    },
    done: undid,
    doing: 'Undoing your last change',
  });
  const isKnown = opened && (undo.isPending || !listed.isFetching);
  const isNone = isKnown && !listed.error && !last;
  useEffect(() => {
    if (!isNone) return;
    showToast(`No change of yours can be undone. Changes can be undone for ${restorableDays} days.`);
    onClose();
  }, [isNone, onClose]);
  const again = () => void listed.refetch();
  const act = () => last && undo.mutate(last.id);
  const failure = listed.error ?? undo.error;
  return (
    <Confirm
      opened={isKnown && !isNone}
      title="Undo your last change?"
      sentence={
        last ? `You ${sentenceOf(last)}, ${timeAgo(last.at, serverNow())}.` : 'Your last change is not known yet.'
      }
      action={listed.error ? 'Try again' : 'Undo it'}
      actionBusy="Undoing"
      harmless
      busy={undo.isPending}
      failed={failure ? explain(failure) : undefined}
      onConfirm={listed.error ? again : act}
      onClose={() => {
        undo.reset();
        onClose();
      }}
    />
  );
}
