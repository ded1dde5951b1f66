import { useMutation, useQueryClient } from '@tanstack/react-query';
import { verdicts } from '#contract/verdicts.ts';
import { type Decision, moderationApi } from '#contract/moderation.ts';
import { explain } from '#web/api/call.ts';
import { usePermission, useSession } from '#web/api/permissions.ts';
import { keyOf } from '#web/api/query.ts';
import { useReloadQueue, useTakeBack } from '#web/features/moderation/use-cases.ts';
import { useIsBefore } from '#web/lib/use-is-before.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const { cases, decisions } = moderationApi;

/**
 * Takes back a decision of the account, or its answer to an appeal, as long as it can be. `button` is undefined
 * otherwise.
 */
export function useTakeBackButton({ id, by, verdict, takeBackUntil, appeal }: Decision) {
  const session = useSession();
  const own = 'admin' in session ? session.admin.id : undefined;
  const mayChange = usePermission()(decisions.takeBack);
  const isDecision = useIsBefore(takeBackUntil) && by?.id === own;
  const isAnswer = useIsBefore(appeal?.takeBackUntil ?? null) && appeal?.decidedBy?.id === own;
  const client = useQueryClient();
  const reload = useReloadQueue();
  const { takeBack } = useTakeBack();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => takeBack(id),
    onSuccess: () => showToast(isAnswer ? 'Took back the answer' : 'Took back the decision'),
    // The decision may have been told by now.
    onSettled: () => Promise.all([reload(), client.invalidateQueries({ queryKey: keyOf(cases.get) })]),
  });
  const words = isAnswer ? 'Take back the answer' : 'Take back';
  return {
    failed: error ? explain(error) : undefined,
    button: mayChange && (isDecision || isAnswer) && (
      <BusyButton
        size="xs"
        flex="none"
        busy={isPending}
        busyLabel="Taking back"
        aria-label={isPending ? undefined : `${words}: ${verdicts[verdict]}`}
        onClick={() => mutate()}
      >
        {words}
      </BusyButton>
    ),
  };
}
