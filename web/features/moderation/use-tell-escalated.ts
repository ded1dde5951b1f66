import { useQueryClient } from '@tanstack/react-query';
import { type Case, moderationApi } from '#contract/moderation.ts';
import { change } from '#web/api/change.ts';
import { toldWithUndo } from '#web/history/use-undo-toast.ts';
import { showToast } from '#web/ui/toast-store.ts';

const { cases } = moderationApi;

/** Shows that this case was escalated, or handed back, with Undo. */
export function useTellEscalated() {
  const client = useQueryClient();
  return ({ id, version, state }: Pick<Case, 'id' | 'version' | 'state'>) => {
    const back = state === 'escalated';
    const [done, undone] = back
      ? ['Handed back the case', 'Escalated the case again']
      : ['Escalated the case. An administrator decides it.', 'Took the case back'];
    const content = toldWithUndo(client, done, undone, async () => {
      // The version after the step.
      await change(cases.escalate, { id, version: version + 1, note: '', back: !back });
      return null;
    });
    showToast(content.message, content);
  };
}
