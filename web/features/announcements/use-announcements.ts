import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { Announcement } from '#contract/announcements.ts';
import { change } from '#web/api/change.ts';
import { keyOf, query } from '#web/api/query.ts';
import { useDone } from '#web/history/use-undo.ts';

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

export function useToggleEnabled({ id, version, enabled }: Announcement) {
  const refresh = useRefreshAnnouncements();
  const done = useDone();
  return useMutation({
    mutationFn: () => change(api.announcements.update, { id, enabled: !enabled }, { version }),
    onSuccess: ({ operationId }) => {
      done(enabled ? 'Disabled the announcement' : 'Enabled the announcement', operationId);
      return refresh();
    },
    onError: () => void refresh(),
  });
}

export function useDeleteAnnouncement({ id, version }: Announcement, onDeleted: () => void) {
  const refresh = useRefreshAnnouncements();
  const done = useDone();
  return useMutation({
    mutationFn: () => change(api.announcements.remove, { id }, { version }),
    onSuccess: ({ operationId, gone }) => {
      done(gone ? 'The announcement was deleted already' : 'Deleted the announcement', operationId);
      onDeleted();
      return refresh();
    },
    onError: () => void refresh(),
  });
}
