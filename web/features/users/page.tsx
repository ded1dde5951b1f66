import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { usersApi } from '#contract/users.ts';
import { usePermission } from '#web/api/permissions.ts';
import { ExportButton } from '#web/features/users/export-button.tsx';
import { taskOf } from '#web/features/users/export.ts';
import { keepPageSize, keptPageSize, pageSizes, type UserSearch } from '#web/features/users/search.ts';
import { useDeleteUser } from '#web/features/users/use-delete-user.tsx';
import { UserMetrics } from '#web/features/users/user-metrics.tsx';
import { useEmptiedPage, useUserPage } from '#web/features/users/use-users.ts';
import { UserList } from '#web/features/users/user-list.tsx';
import { UserTools } from '#web/features/users/user-tools.tsx';
import { useSearchText } from '#web/lib/use-search-text.ts';
import { useSelection } from '#web/lib/use-selection.ts';
import { ContentCard } from '#web/ui/content-card.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

const UserPanel = lazyComponent(async () => (await import('#web/features/users/user-panel.tsx')).UserPanel);
const UserSelection = lazyComponent(async () => (await import('#web/features/users/user-selection.tsx')).UserSelection);

const route = getRouteApi('/admin/desk/users');

export function UsersPage() {
  const asked = route.useSearch();
  const { page = 1, limit = keptPageSize(), search = '', user } = asked;
  const navigate = route.useNavigate();
  const list = useUserPage(asked);
  const selection = useSelection({ shown: (list.data?.users ?? []).map(({ id }) => id) });
  const may = usePermission();
  const show = useCallback(
    (next: UserSearch, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace, resetScroll: false }),
    [navigate],
  );
  const goTo = (next: number, replace = false) => show({ page: next > 1 ? next : undefined }, replace);
  const resize = (next: number) => {
    const size = pageSizes.find((one) => one === next) ?? limit;
    keepPageSize(size);
    // The first row stays in view.
    const first = Math.floor(((page - 1) * limit) / size) + 1;
    show({ limit: size, page: first > 1 ? first : undefined });
  };
  // Another search or filter starts on its first page.
  const filter = useCallback((next: UserSearch) => show({ ...next, page: undefined }), [show]);
  const [text, setText] = useSearchText(search, (next) => {
    const term = next.trim();
    // Only the first letter adds a history entry.
    if (term !== search) show({ search: term || undefined, page: undefined }, search !== '');
  });
  const { ask, question } = useDeleteUser(({ id }) => {
    selection.select([id], false);
    if (user === id) show({ user: undefined }, true);
    // It was the only row of the last page.
    if (page > 1 && list.data?.users.length === 1) goTo(page - 1);
  });
  const onDelete = may(usersApi.users.remove) ? ask : undefined;
  useEmptiedPage(asked, list, (lastPage) => goTo(lastPage, true));

  return (
    <>
      <title>Users - Awa Desk</title>
      <PageHead
        title="Users"
        subtitle={`Everyone who has an account in the app. Verify people${onDelete ? ', look someone up, or erase an account' : ' or look someone up'}.`}
        actions={
          may(usersApi.users.export) && (
            <ExportButton task={list.data && !list.isPlaceholderData ? taskOf(asked, list.data) : undefined} />
          )
        }
      />
      <UserMetrics />
      <ContentCard
        list
        title="User Management"
        tools={<UserTools text={text} onText={setText} asked={asked} onFilter={filter} />}
      >
        <UserList
          list={list}
          asked={asked}
          selection={selection}
          onDelete={onDelete}
          onPage={goTo}
          size={limit}
          onSize={resize}
          onFilter={filter}
          onClearSearch={() => setText('')}
        />
        <UserSelection opened={selection.keys.size > 0} selection={selection} />
      </ContentCard>
      {user && (
        <UserPanel
          id={user}
          users={list.data?.users ?? []}
          onStep={(id) => show({ user: id }, true)}
          onDelete={onDelete}
          onClose={() => show({ user: undefined })}
        />
      )}
      {question}
    </>
  );
}
