import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { maxBulk } from '#contract/common.ts';
import type { User } from '#contract/users.ts';
import { ExportButton } from '#web/features/users/export-button.tsx';
import { taskOf } from '#web/features/users/export-state.ts';
import type { UserFilter } from '#web/features/users/search.ts';
import { UserMetrics } from '#web/features/users/user-metrics.tsx';
import { useEmptiedPage, useUserPage } from '#web/features/users/use-users.ts';
import { UserList } from '#web/features/users/user-list.tsx';
import { UserTools } from '#web/features/users/user-tools.tsx';
import { useSearchText } from '#web/lib/use-search-text.ts';
import { useSelection } from '#web/lib/use-selection.ts';
import { Card } from '#web/ui/card.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

const DeleteUser = lazyComponent(async () => (await import('#web/features/users/delete-user.tsx')).DeleteUser);
const UserPanel = lazyComponent(async () => (await import('#web/features/users/user-panel.tsx')).UserPanel);
const UserSelection = lazyComponent(async () => (await import('#web/features/users/user-selection.tsx')).UserSelection);

const route = getRouteApi('/admin/desk/users');

export function UsersPage() {
  const asked = route.useSearch();
  const { page = 1, search = '', status, sort, user } = asked;
  const navigate = route.useNavigate();
  const list = useUserPage(asked);
  const selection = useSelection(maxBulk);
  const [deleting, setDeleting] = useState<{ user: User; asking: boolean } | null>(null);
  const ask = useCallback((user: User) => setDeleting({ user, asking: true }), []);
  const closeDialog = () => setDeleting((last) => last && { ...last, asking: false });

  const goTo = (next: number, replace = false) =>
    void navigate({
      search: (before) => ({ ...before, page: next > 1 ? next : undefined }),
      replace,
      resetScroll: false,
    });
  const choose = useCallback(
    (filter: UserFilter) =>
      void navigate({
        search: (before) => ({ ...before, status: undefined, sort: undefined, ...filter, page: undefined }),
        resetScroll: false,
      }),
    [navigate],
  );
  // A search starts on its first page.
  const [text, setText] = useSearchText(search, (next) => {
    const term = next.trim();
    if (term === search) return;
    void navigate({
      search: (before) => ({ ...before, search: term || undefined, page: undefined }),
      // Its first letter is a step of the way back, the others are not.
      replace: search !== '',
      resetScroll: false,
    });
  });
  const open = (id: string | undefined, replace = false) =>
    void navigate({ search: (before) => ({ ...before, user: id }), replace, resetScroll: false });
  useEmptiedPage(asked, list, (lastPage) => goTo(lastPage, true));

  return (
    <>
      <title>Users - Awa Desk</title>
      <PageHead
        title="Users"
        line="Everyone who has an account in the app. Verify people, look someone up, or erase an account."
        actions={<ExportButton task={list.data && !list.isPlaceholderData ? taskOf(asked, list.data) : undefined} />}
      />
      <UserMetrics />
      <Card
        list
        title="User Management"
        tools={<UserTools text={text} onText={setText} filter={{ status, sort }} onFilter={choose} />}
      >
        <UserList
          list={list}
          asked={asked}
          selection={selection}
          onDelete={ask}
          onPage={goTo}
          onFilter={choose}
          onClearSearch={() => setText('')}
        />
        <UserSelection opened={selection.keys.size > 0} selection={selection} shown={list.data?.users ?? []} />
      </Card>
      {user && (
        <UserPanel
          id={user}
          users={list.data?.users ?? []}
          onStep={(id) => open(id, true)}
          onDelete={ask}
          onClose={() => open(undefined)}
        />
      )}
      {deleting && (
        <DeleteUser
          user={deleting.user}
          opened={deleting.asking}
          onClose={closeDialog}
          onDeleted={() => {
            closeDialog();
            selection.select([deleting.user.id], false);
            if (user === deleting.user.id) open(undefined, true);
            // The last row of the last page took its page along.
            if (page > 1 && list.data?.users.length === 1) goTo(page - 1);
          }}
        />
      )}
    </>
  );
}
