import { useDebouncedCallback } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#contract/api.ts';
import { withTitle, type Doctor } from '#contract/doctors.ts';
import { change } from '#web/api/change.ts';
import { movedTo } from '#web/features/doctors/filter-doctors.ts';
import { useRefreshDoctors } from '#web/features/doctors/use-doctors.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { formatInteger } from '#web/lib/numbers.ts';

/** Milliseconds without another step after which an order is saved: several steps by keys are one change. */
const pause = 500;

type Move = { doctors: readonly Doctor[]; ids: string[]; moved: Doctor; to: number };

/** The doctors in the order that one gives them, at once; it is saved when one rests. */
export function useOrder(stored: readonly Doctor[] | undefined) {
  const refresh = useRefreshDoctors();
  const done = useUndoToast();
  const [move, setMove] = useState<Move | null>(null);
  const { mutate, error, reset } = useMutation({
    mutationFn: ({ ids }: Move) => change(api.doctors.order, { ids }),
    // One after the other, or an older order would be the last word.
    scope: { id: 'order-of-doctors' },
    onSuccess: ({ operationId }, { moved, to }) => {
      done(`Moved ${withTitle(moved.name)} to place ${formatInteger(to + 1)}`, operationId, { about: moved.id });
    },
    onSettled: async (_done, _failed, sent) => {
      await refresh();
      setMove((now) => (now === sent ? null : now));
    },
  });
  const save = useDebouncedCallback(mutate, { delay: pause, flushOnUnmount: true });
  const doctors = move?.doctors ?? stored;
  return {
    doctors,
    /** Why the last order was not saved. */
    error,
    /** Moves a doctor to another place, from 0. */
    move: (id: string, place: number) => {
      if (!doctors) return;
      const from = doctors.findIndex((doctor) => doctor.id === id);
      const to = Math.max(0, Math.min(place, doctors.length - 1));
      const moved = doctors[from];
      if (!moved || from === to) return;
      const next = movedTo(doctors, from, to);
      const made = { doctors: next, ids: next.map((doctor) => doctor.id), moved, to };
      reset();
      setMove(made);
      save(made);
    },
  };
}
