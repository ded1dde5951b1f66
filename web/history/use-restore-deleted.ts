import { binRoutes } from '#contract/bin.ts';
import { type Kind, kinds } from '#contract/kinds.ts';
import { CallError } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { useLogChange } from '#web/history/use-log-change.ts';

type Deleted = { kind: Kind; id: string };

/** Restores a deleted record. `onRestored` is called once it is restored. */
export function useRestoreDeleted({ kind, id }: Deleted, onRestored?: () => void) {
  const { one } = kinds[kind];
  return useLogChange({
    send: async () => {
      const restored = await change(binRoutes.restore, { kind, id });
      onRestored?.();
      return restored;
    },
    done: `Restored the ${one}`,
    told: { about: id },
    doing: `Restoring the ${one}`,
    // A record no longer in the bin stays in the list, to say why it was not restored.
    stays: (error) => error instanceof CallError && error.status === 404,
  });
}
