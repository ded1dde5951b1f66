import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { Announcement } from '#contract/announcements.ts';
import { call } from '#web/api/call.ts';
import { keyOf, query } from '#web/api/query.ts';
import { showToast } from '#web/ui/toast-store.ts';

export const useAnnouncements = () => useQuery(query(api.announcements.list, {}));

/** Asks for the list again, after each change and each failed one: it may have failed because the list was old. */
export function useRefreshAnnouncements() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(api.announcements.list) });
}

export function useToggleEnabled({ id, version, enabled }: Announcement) {
  const refresh = useRefreshAnnouncements();
  return useMutation({
    mutationFn: () => call(api.announcements.update, { id, enabled: !enabled }, { version }),
    onSuccess: () => showToast(enabled ? 'Disabled the announcement' : 'Enabled the announcement'),
    onSettled: refresh,
  });
}

export function useDeleteAnnouncement({ id, version }: Announcement, onDeleted: () => void) {
  const refresh = useRefreshAnnouncements();
  return useMutation({
    mutationFn: () => call(api.announcements.remove, { id }, { version }),
    onSuccess: () => {
      showToast('Deleted the announcement');
      onDeleted();
    },
    onSettled: refresh,
  });
}
