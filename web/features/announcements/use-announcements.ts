import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { Announcement } from '#contract/announcements.ts';
import { CallError } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf, query } from '#web/api/query.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';

export const useAnnouncements = () => useQuery(query(api.announcements.list, {}));

/** Asks for the list and what is shown of their history again, after each change and each failed one: it may have failed because the list was old. */
export function useRefreshAnnouncements() {
  const client = useQueryClient();
  const routes = [api.announcements.list, api.history.revisions];
  return () => Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: keyOf(route) })));
}

/** Shows an announcement as it was just saved, without waiting for the list. */
export function useShowSaved() {
  const client = useQueryClient();
  const { queryKey } = query(api.announcements.list, {});
  return (saved: Announcement) =>
    client.setQueryData(
      queryKey,
      (list) => list && { announcements: list.announcements.map((one) => (one.id === saved.id ? saved : one)) },
    );
}

export function useToggleEnabled({ id, version }: Announcement) {
  const refresh = useRefreshAnnouncements();
  const done = useUndoToast();
  return useMutation({
    mutationFn: (enabled: boolean) => change(api.announcements.update, { id, enabled }, { version }),
    onSuccess: ({ operationId }, enabled) => {
      done(enabled ? 'Enabled the announcement' : 'Disabled the announcement', operationId, { about: id });
      return refresh();
    },
    onError: () => void refresh(),
  });
}

/** Deletes it as it was when one was asked. `onEnd`: it is gone, or somebody changed it meanwhile. */
export function useDeleteAnnouncement(onEnd: () => void) {
  const refresh = useRefreshAnnouncements();
  const done = useUndoToast();
  return useMutation({
    mutationFn: ({ id, version }: Announcement) => change(api.announcements.remove, { id }, { version }),
    onSuccess: ({ operationId, gone }, { id }) => {
      const message = gone ? 'The announcement was deleted already' : 'Deleted the announcement';
      done(message, operationId, { about: id, deleted: true });
      onEnd();
      return refresh();
    },
    onError: (error) => {
      if (error instanceof CallError && error.status === 412) onEnd();
      void refresh();
    },
  });
}
