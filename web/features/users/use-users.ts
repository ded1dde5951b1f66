import { IconCircleDashed, IconRosetteDiscountCheck, IconRosetteDiscountCheckOff } from '@tabler/icons-react';
import {
  keepPreviousData,
  useIsMutating,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type User, type UserPage, usersApi } from '#contract/users.ts';
import { CallError } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf, query } from '#web/api/query.ts';
import { filterOf, keptPageSize, type UserSearch } from '#web/features/users/search.ts';
import { toldWithUndo } from '#web/history/use-undo-toast.ts';
import type { BadgeState } from '#web/ui/status-badge.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** The name of a user in the list: name, else username, else nothing. */
export const shownName = (user: User): string | null => user.name || user.username || null;

/** The badge of a user. */
export const statusOf = ({ isVerified }: User): BadgeState =>
  isVerified
    ? { word: 'Verified', look: 'good', icon: IconRosetteDiscountCheck }
    : { word: 'Unverified', look: 'draft', icon: IconCircleDashed };

/** The name of a user in a sentence: name, else username, else email. */
export const calledName = (user: User) => shownName(user) ?? user.email;

/** Whether a call failed because its user no longer exists. */
export const isGone = (error: unknown) => error instanceof CallError && error.status === 404;

/** One page. The previous page stays until it has loaded. */
export const useUserPage = ({ page, limit = keptPageSize(), ...asked }: UserSearch) =>
  useQuery({
    ...query(usersApi.users.list, { page, limit, ...filterOf(asked) }),
    placeholderData: keepPreviousData,
  });

/** Calls `onEmptied` when the current page had rows and a reload returns none. */
export function useEmptiedPage(
  address: UserSearch,
  { data, isPlaceholderData }: ReturnType<typeof useUserPage>,
  onEmptied: (lastPage: number) => void,
) {
  const full = useRef('');
  const { page = 1 } = address;
  const asked = JSON.stringify({ ...address, user: undefined });
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    if (data.users.length > 0) full.current = asked;
    else if (full.current === asked && page > 1) onEmptied(data.pagination.totalPages);
  });
}

/** The key of the mutations that delete a user. */
export const deletionKey = [usersApi.users.remove.path];

/** One user with recent posts, and whether that user was deleted. A user being deleted here is not reloaded. */
export function useUser(userId: string) {
  const deletions = useMutationState({
    filters: {
      mutationKey: deletionKey,
      predicate: ({ state }) => (state.variables as User | undefined)?.id === userId,
    },
    select: ({ state }) => state.status,
  });
  const deleted = deletions.includes('success');
  const detail = useQuery({
    ...query(usersApi.users.get, { userId }),
    enabled: !deleted && !deletions.includes('pending'),
  });
  return { detail, gone: deleted || isGone(detail.error) };
}

/** Reloads everything that shows a change of users. */
export function useRefreshUsers() {
  const client = useQueryClient();
  const routes = [
    usersApi.users.list,
    usersApi.users.get,
    usersApi.users.metrics,
    usersApi.users.signups,
    usersApi.users.posts,
  ];
  return () => Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: keyOf(route) })));
}

/** The actions that change a status, by the name of the call. */
export const statusActions = {
  verify: { label: 'Verify', busyLabel: 'Verifying', done: 'Verified', icon: IconRosetteDiscountCheck },
  unverify: { label: 'Unverify', busyLabel: 'Unverifying', done: 'Unverified', icon: IconRosetteDiscountCheckOff },
};

/** Sets a status for these users. Its Undo sets the other one. */
const wantStatus = (ids: string[], isVerified: boolean) => async () => {
  const [userId = '', ...others] = ids;
  await (others.length === 0
    ? change(usersApi.users.setStatus, { userId, isVerified })
    : change(usersApi.users.bulk, { ids, action: isVerified ? 'verify' : 'unverify' }));
  return wantStatus(ids, !isVerified);
};

/** Shows a toast that these users were verified or unverified, with Undo, which gives all of them the other status. */
export function useStatusToast() {
  const client = useQueryClient();
  return (ids: string[], isVerified: boolean, names: string) => {
    const [done, undone] = isVerified ? ['Verified', 'Unverified'] : ['Unverified', 'Verified'];
    const takeBack = wantStatus(ids, !isVerified);
    const { message, undo } = toldWithUndo(client, `${done} ${names}`, `${undone} ${names}`, takeBack);
    showToast(message, { undo });
  };
}

/** Verifies or unverifies a user, from a row or the panel; busy until the list shows it, wherever it was started. */
export function useToggleVerified(user: User, origin: 'row' | 'panel') {
  const refresh = useRefreshUsers();
  const client = useQueryClient();
  const tell = useStatusToast();
  const action = statusActions[user.isVerified ? 'unverify' : 'verify'];
  const mutationKey = [usersApi.users.setStatus.path, user.id];
  const { mutate } = useMutation({
    mutationKey: [...mutationKey, origin],
    mutationFn: () => change(usersApi.users.setStatus, { userId: user.id, isVerified: !user.isVerified }),
    onSuccess: ({ output: saved }) => {
      tell([user.id], saved.isVerified, calledName(user));
      // The list and the panel show it at once.
      client.setQueriesData<UserPage>(
        { queryKey: keyOf(usersApi.users.list) },
        (page) => page && { ...page, users: page.users.map((one) => (one.id === saved.id ? saved : one)) },
      );
      client.setQueryData(
        query(usersApi.users.get, { userId: saved.id }).queryKey,
        (shown) => shown && { ...shown, ...saved },
      );
      void refresh();
    },
    // The list may be out of date, or only the response was lost. The row stays, to say that its user no longer exists.
    onError: (error) => {
      if (origin === 'panel' || !isGone(error)) void refresh();
    },
  });
  const busy = useIsMutating({ mutationKey }) > 0;
  // The component that shows the failure may not be the one that made the change.
  const errors = useMutationState({
    filters: { mutationKey: [...mutationKey, origin], exact: true },
    select: ({ state }) => state.error,
  });
  return { ...action, toggle: () => mutate(), busy, error: errors.at(-1) ?? null };
}
