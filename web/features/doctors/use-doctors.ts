import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { withTitle, type Doctor } from '#contract/doctors.ts';
import { CallError } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf, query } from '#web/api/query.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';

/** All doctors, in the order of the app. */
export const useDoctors = () => useQuery(query(api.doctors.list, {}));

/** Who changed a doctor last, from its history. */
export const useLastChange = (id: string) => useQuery(query(api.history.revisions, { kind: 'doctor', id }));

/** Asks for the list and what is shown of their history again, after each change and each failed one. */
export function useRefreshDoctors() {
  const client = useQueryClient();
  const routes = [api.doctors.list, api.history.revisions];
  return () => Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: keyOf(route) })));
}

/** Shows a doctor as just saved, a new one at the end, without waiting for the list. */
export function useShowSaved() {
  const client = useQueryClient();
  const { queryKey } = query(api.doctors.list, {});
  return (saved: Doctor) =>
    client.setQueryData(queryKey, (list) => {
      if (!list) return list;
      const known = list.doctors.some(({ id }) => id === saved.id);
      return {
        doctors: known ? list.doctors.map((one) => (one.id === saved.id ? saved : one)) : [...list.doctors, saved],
      };
    });
}

/** Deletes a doctor as it was when one was asked. `onEnd`: it is gone, or somebody changed it meanwhile. */
export function useDeleteDoctor(onEnd: (deleted: boolean) => void) {
  const refresh = useRefreshDoctors();
  const done = useUndoToast();
  return useMutation({
    mutationFn: ({ id, version }: Doctor) => change(api.doctors.remove, { id }, { version }),
    onSuccess: ({ operationId, gone }, { id, name }) => {
      const message = gone ? `${withTitle(name)} was deleted already` : `Deleted ${withTitle(name)}`;
      done(message, operationId, { about: id, deleted: true });
      onEnd(true);
      return refresh();
    },
    onError: (error) => {
      if (error instanceof CallError && error.status === 412) onEnd(false);
      void refresh();
    },
  });
}
