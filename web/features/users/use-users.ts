import { IconCircleDashed, IconRosetteDiscountCheck } from '@tabler/icons-react';
import {
  keepPreviousData,
  useIsMutating,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '#contract/api.ts';
import type { Metrics, User, UserPage } from '#contract/users.ts';
import { CallError } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf, query } from '#web/api/query.ts';
import type { UserSearch } from '#web/features/users/search.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import type { BadgeState } from '#web/ui/status-badge.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** Rows of a page. */
export const pageSize = 10;

/** What stands for a person on screen: name, else username, else nothing. */
export const shownName = (user: User): string | null => user.name || user.username || null;

/** What their badge says. */
export const statusOf = ({ isVerified }: User): BadgeState =>
  isVerified
    ? { word: 'Verified', look: 'good', icon: IconRosetteDiscountCheck }
    : { word: 'Unverified', look: 'draft', icon: IconCircleDashed };

/** What a sentence calls them: name, else username, else email. */
export const calledName = (user: User) => shownName(user) ?? user.email;

/** Whether a call failed because its user is not there any more. */
export const isGone = (error: unknown) => error instanceof CallError && error.status === 404;

/** One page; while another is on its way, the one before stays in sight. */
export const useUserPage = ({ page, search, status, sort }: UserSearch) =>
  useQuery({
    ...query(api.users.list, { page, limit: pageSize, search, status, sort }),
    placeholderData: keepPreviousData,
  });

/** Calls `onEmptied` when the page in sight had rows and has none after it was asked for again. */
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

/** Days that the charts show, today included. */
export const chartDays = 30;

/** Who joined on each of the last days, by UTC. */
export const useSignups = () => useQuery(query(api.users.signups, { days: chartDays }));

/** What was written on each of the last days, by UTC. Phones have no room for it and do not ask. */
export const usePostsByDay = () => useQuery({ ...query(api.users.posts, { days: chartDays }), enabled: !usePhone() });

const removeKey = (userId: string) => [api.users.remove.path, userId];

/** One user with recent posts, and whether that user is gone. A user who is being deleted here is not asked for again. */
export function useUser(userId: string) {
  const deletions = useMutationState({
    filters: { mutationKey: removeKey(userId) },
    select: ({ state }) => state.status,
  });
  const deleted = deletions.includes('success');
  const detail = useQuery({
    ...query(api.users.get, { userId }),
    enabled: !deleted && !deletions.includes('pending'),
  });
  return { detail, gone: deleted || isGone(detail.error) };
}

/** Asks again for everything that shows a change of users. */
export function useRefreshUsers() {
  const client = useQueryClient();
  const routes = [api.users.list, api.users.get, api.users.metrics, api.users.signups, api.users.posts];
  return () => Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: keyOf(route) })));
}

/** Shows a user as it was just saved, in the list and beside it at once. */
function useShowSaved() {
  const client = useQueryClient();
  return (saved: User) => {
    client.setQueriesData<UserPage>(
      { queryKey: keyOf(api.users.list) },
      (page) => page && { ...page, users: page.users.map((one) => (one.id === saved.id ? saved : one)) },
    );
    client.setQueryData(query(api.users.get, { userId: saved.id }).queryKey, (user) => user && { ...user, ...saved });
  };
}

/** From where a status is changed, and where it is said that it failed. */
type Origin = 'row' | 'panel';

const statusKey = ({ id }: User, origin: Origin) => [api.users.setStatus.path, id, origin];

/** Verifies or unverifies; busy until the list shows it, wherever it was asked for. */
export function useToggleVerified(user: User, origin: Origin) {
  const refresh = useRefreshUsers();
  const show = useShowSaved();
  const isVerified = !user.isVerified;
  const { mutate } = useMutation({
    mutationKey: statusKey(user, origin),
    mutationFn: () => change(api.users.setStatus, { userId: user.id, isVerified }),
    onSuccess: ({ output }) => {
      showToast(`${isVerified ? 'Verified' : 'Unverified'} ${calledName(user)}`);
      show(output);
      return refresh();
    },
    // What is shown may be old, or only the answer was lost. A row stays to say that its user is gone.
    onError: (error) => {
      if (origin === 'panel' || !isGone(error)) void refresh();
    },
  });
  const busy = useIsMutating({ mutationKey: [api.users.setStatus.path, user.id] }) > 0;
  return { toggle: () => mutate(), busy };
}

/** Why the last change of this user's status failed, for the place that says it. */
export const useStatusFailure = (user: User, origin: Origin) =>
  useMutationState({
    filters: { mutationKey: statusKey(user, origin), exact: true },
    select: (mutation) => mutation.state.error,
  }).at(-1) ?? null;

export function useDeleteUser(user: User, onDeleted: () => void) {
  const client = useQueryClient();
  const refresh = useRefreshUsers();
  return useMutation({
    mutationKey: removeKey(user.id),
    mutationFn: () => change(api.users.remove, { userId: user.id }),
    onSuccess: ({ gone }) => {
      showToast(gone ? `${calledName(user)} was deleted already` : `Deleted ${calledName(user)}`);
      onDeleted();
      client.removeQueries(query(api.users.get, { userId: user.id }));
      return refresh();
    },
    onError: () => void refresh(),
  });
}
