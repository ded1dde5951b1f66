import { useMutation } from '@tanstack/react-query';
import { usersApi } from '#contract/users.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { isGone, statusActions, useRefreshUsers, useStatusToast } from '#web/features/users/use-users.ts';
import { bulkResult } from '#web/lib/bulk-result.ts';
import { counted } from '#web/lib/numbers.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { SelectionBar } from '#web/ui/selection-bar.tsx';
import { showToast } from '#web/ui/toast-store.ts';

type Bulk = { ids: string[]; action: 'verify' | 'unverify' };

/** The actions for the selected users. The bar stays while it shows a failure. */
export function UserSelection({ opened, selection }: { opened: boolean; selection: Selection }) {
  const { keys, select } = selection;
  const refresh = useRefreshUsers();
  const tell = useStatusToast();
  const bulk = useMutation({
    mutationFn: (input: Bulk) => change(usersApi.users.bulk, input),
    onSuccess: async ({ output }, { ids, action }) => {
      const { done } = statusActions[action];
      // Undo would also change the users who already had the status.
      if (output.count === ids.length) tell(ids, action === 'verify', counted(ids.length, 'user'));
      const words = { done, already: done.toLowerCase(), one: 'user', many: 'users' };
      if (output.count < ids.length) showToast(bulkResult({ ...words, asked: ids.length, changed: output.count }));
      await refresh();
      select(ids, false);
    },
    onError: (error, { ids }) => {
      // The response names the ids that no longer exist.
      const gone = error instanceof CallError && isGone(error) ? error.fields.map(({ path }) => path) : [];
      const missing = ids.filter((_, at) => gone.includes(`ids.${at}`));
      if (missing.length > 0) select(missing, false);
      void refresh();
    },
  });
  if (!opened && !bulk.error) return null;
  const act = (action: Bulk['action']) => ({
    ...statusActions[action],
    busy: bulk.isPending && bulk.variables.action === action,
    onClick: () => bulk.mutate({ ids: [...keys], action }),
  });
  return (
    <SelectionBar
      selection={selection}
      hidden="not on this page"
      actions={[act('verify'), act('unverify')]}
      failed={bulk.error ? why(bulk.error) : undefined}
      onClear={bulk.reset}
    />
  );
}

function why(error: Error) {
  const failed = explain(error);
  if (!isGone(error)) return failed;
  return { ...failed, detail: `${failed.detail} Nothing was changed. The rest is still selected: try again.` };
}
