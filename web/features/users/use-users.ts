import { keepPreviousData, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '#contract/api.ts';
import type { Metrics, User } from '#contract/users.ts';
import { CallError } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf, query } from '#web/api/query.ts';
import type { UserSearch } from '#web/features/users/search.ts';
import { showToast } from '#web/ui/toast-store.ts';

/** Rows of a page. */
export const pageSize = 10;

/** What stands for a person on screen: name, else username, else nothing. */
export const shownName = (user: User): string | null => user.name || user.username || null;

/** The same where a sentence needs a word for them. */
export const calledName = (user: User) => shownName(user) ?? user.email;

/** One page; while another is on its way, the one before stays in sight. */
export const useUserPage = ({ page, search, status, sort }: UserSearch) =>
  useQuery({
    ...query(api.users.list, { page, limit: pageSize, search, status, sort }),
    placeholderData: keepPreviousData,
  });

/** Leads away from a page whose last rows have gone: it had some, and when it is asked for again it has none. */
export function useEmptiedPage(
  { page = 1, search, status, sort }: UserSearch,
  { data, isPlaceholderData }: ReturnType<typeof useUserPage>,
  onEmptied: (lastPage: number) => void,
) {
  const full = useRef('');
  const asked = JSON.stringify([page, search, status, sort]);
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    if (data.users.length > 0) full.current = asked;
    else if (full.current === asked && page > 1) onEmptied(data.pagination.totalPages);
  });
}

/** The figures may come wrapped (specification, section 7). */
const unwrapped = (answer: Metrics | { data: Metrics }) => ('data' in answer ? answer.data : answer);

export const useMetrics = () => useQuery({ ...query(api.users.metrics, {}), select: unwrapped });

/** Asks for the list and the figures again. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf(api.users.list) }),
      client.invalidateQueries({ queryKey: keyOf(api.users.metrics) }),
      client.invalidateQueries({ queryKey: keyOf(api.users.signups) }),
      client.invalidateQueries({ queryKey: keyOf(api.users.posts) }),
    ]);
}

const statusKey = (user: User) => [api.users.setStatus.path, user.id];

/** Verifies or unverifies; busy until the list shows it. */
export function useToggleVerified(user: User) {
  const refresh = useRefresh();
  const isVerified = !user.isVerified;
  return useMutation({
    mutationKey: statusKey(user),
    mutationFn: () => change(api.users.setStatus, { userId: user.id, isVerified }),
    onSuccess: () => {
      showToast(`${isVerified ? 'Verified' : 'Unverified'} ${calledName(user)}`);
      return refresh();
    },
    // The row may be old, or the answer alone was lost. A row whose user is gone stays to say so.
    onError: (error) => {
      if (!(error instanceof CallError) || error.status !== 404) void refresh();
    },
  });
}

/** Why the last change of this user's status failed, for the place in the row that says it. */
export const useStatusFailure = (user: User) =>
  useMutationState({
    filters: { mutationKey: statusKey(user), exact: true },
    select: (mutation) => mutation.state.error,
  }).at(-1) ?? null;

export function useDeleteUser(onDeleted: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (user: User) => change(api.users.remove, { userId: user.id }),
    onSuccess: ({ gone }, user) => {
      showToast(gone ? `${calledName(user)} was deleted already` : `Deleted ${calledName(user)}`);
      onDeleted();
      return refresh();
    },
    onError: () => void refresh(),
  });
}
