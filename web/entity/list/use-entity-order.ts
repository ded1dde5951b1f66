import { useDebouncedCallback } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { change } from '#web/api/change.ts';
import type { Entity, Stored } from '#web/entity/define/entity.ts';
import { useEntityCache } from '#web/entity/define/use-entity-list.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { moveItem } from '#web/lib/move-item.ts';
import { formatInteger } from '#web/lib/numbers.ts';

/** Milliseconds without another step before an order is saved, so that several steps by keyboard are one change. */
const pause = 500;

/** The records of a list, or of a parent, in the order being set: shown at once, and saved after the `pause`. */
export function useEntityOrder<R extends Stored>(
  entity: Entity<R>,
  stored: readonly R[] | undefined,
  parentId?: string,
) {
  type Move = { parentId: string | undefined; records: readonly R[]; moved: R; to: number };
  const { refresh } = useEntityCache(entity);
  const tell = useUndoToast();
  const [latest, setLatest] = useState<Move | null>(null);
  const { mutate, error, reset } = useMutation({
    mutationFn: ({ records, ...of }: Move) => {
      if (!entity.routes.order) throw new Error(`Nobody puts the ${entity.noun} in order`);
      const ids = records.map(({ id }) => id);
      return change(entity.routes.order, of.parentId === undefined ? { ids } : { parentId: of.parentId, ids });
    },
    // Sent one after the other; otherwise an older order could overwrite a newer one.
    scope: { id: `order of ${entity.kind}` },
    onSuccess: ({ operationId }, { moved, to }) => {
      tell(`Moved ${entity.called(moved)} to place ${formatInteger(to + 1)}`, operationId, { about: moved.id });
    },
    onSettled: async (_done, _failed, sent) => {
      await refresh();
      setLatest((now) => (now === sent ? null : now));
    },
  });
  const save = useDebouncedCallback(mutate, { delay: pause, flushOnUnmount: true });
  const records = latest && latest.parentId === parentId ? latest.records : stored;
  /** Moves a record to another index in the list, from 0. */
  const move = useCallback(
    (id: string, index: number) => {
      if (!records) return;
      const from = records.findIndex((record) => record.id === id);
      const to = Math.max(0, Math.min(index, records.length - 1));
      const moved = records[from];
      if (!moved || from === to) return;
      const next = { parentId, records: moveItem(records, from, to), moved, to };
      reset();
      setLatest(next);
      save(next);
    },
    [parentId, records, reset, save],
  );
  return {
    records,
    /** Why the last order was not saved. */
    error,
    move,
  };
}
