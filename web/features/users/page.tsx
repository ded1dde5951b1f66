import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { User, UserPage } from '#contract/users.ts';
import { explain } from '#web/api/call.ts';
import { Stats } from '#web/features/users/stats.tsx';
import { pageSize, useUserPage } from '#web/features/users/use-users.ts';
import { StatusFailure, UserPhoneRow, userColumns } from '#web/features/users/user-rows.tsx';
import classes from '#web/features/users/users.module.css';
import { grouped, showing } from '#web/lib/numbers.ts';
import { useSearchText } from '#web/lib/use-search-text.ts';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { lazyPiece } from '#web/ui/lazy-piece.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const DeleteUser = lazyPiece(async () => (await import('#web/features/users/delete-user.tsx')).DeleteUser);

const route = getRouteApi('/admin/desk/users');

export function UsersPage() {
  const { page = 1, search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useUserPage(page, search);
  const [deleting, setDeleting] = useState<{ user: User; asking: boolean } | null>(null);
  const ask = useCallback((user: User) => setDeleting({ user, asking: true }), []);
  const closeDialog = () => setDeleting((last) => last && { ...last, asking: false });

  // The rows of before stay until new ones are there; that there were none says nothing of what is coming.
  const nothingOld = list.isPlaceholderData && list.data.users.length === 0;

  const goTo = (next: number) =>
    void navigate({ search: (before) => ({ ...before, page: next > 1 ? next : undefined }), resetScroll: false });
  // A search starts on its first page, and its letters are not steps of the way back.
  const [text, setText] = useSearchText(search, (next) => {
    const term = next.trim();
    if (term === search) return;
    void navigate({ search: { search: term || undefined }, replace: true, resetScroll: false });
  });

  return (
    <>
      <title>Users - Awa Desk</title>
      <PageHead
        title="Users"
        line="Everyone who has an account in the app. Verify people, look someone up, or erase an account."
      />
      <Stats />
      <Card list title="User Management" tools={<SearchField label="Search users" value={text} onChange={setText} />}>
        {list.error && (
          <div className={classes.failed}>
            <FailedPanel failed={explain(list.error)} onRetry={() => void list.refetch()} retrying={list.isFetching} />
          </div>
        )}
        {(list.isPending || nothingOld) && <SkeletonRows rows={pageSize} label="Loading users" />}
        {list.data && !nothingOld && (
          <List
            data={list.data}
            search={search}
            stale={list.isPlaceholderData}
            onDelete={ask}
            onPage={goTo}
            onClear={() => setText('')}
          />
        )}
      </Card>
      {deleting && (
        <DeleteUser
          user={deleting.user}
          opened={deleting.asking}
          onClose={closeDialog}
          onDeleted={() => {
            closeDialog();
            // The last row of the last page took its page along.
            if (page > 1 && list.data?.users.length === 1) goTo(page - 1);
          }}
        />
      )}
    </>
  );
}

type ListProps = {
  data: UserPage;
  search: string;
  stale: boolean;
  onDelete: (user: User) => void;
  onPage: (page: number) => void;
  onClear: () => void;
};

function List({ data: { users, pagination }, search, stale, onDelete, onPage, onClear }: ListProps) {
  const { page, limit, total, totalPages } = pagination;
  const columns = useMemo(() => userColumns(onDelete), [onDelete]);
  const lastPage = Math.max(1, totalPages);
  return (
    <>
      {users.length > 0 ? (
        <DataTable
          label="Users"
          columns={columns}
          rows={users}
          rowKey={(user) => user.id}
          phoneRow={(user) => <UserPhoneRow user={user} onDelete={onDelete} />}
          rowNote={(user) => <StatusFailure user={user} />}
          stale={stale}
        />
      ) : total > 0 ? (
        <Empty
          icon={IconUsers}
          title={`There is no page ${grouped(page)}`}
          sentence={`The last page is ${grouped(lastPage)}.`}
          action={<Button onClick={() => onPage(lastPage)}>Go to the last page</Button>}
        />
      ) : search ? (
        <Empty
          icon={IconUsers}
          title={`No users match “${search}”`}
          sentence="Search looks for any part of a name, username or email. Marks and capitals do not matter."
          action={<Button onClick={onClear}>Clear search</Button>}
        />
      ) : (
        <Empty
          icon={IconUsers}
          title="No users yet"
          sentence="People appear here as soon as they sign up in the app."
        />
      )}
      <Paging
        text={showing({ page, limit, count: users.length, total }, 'users')}
        place={`Page ${grouped(page)} of ${grouped(lastPage)}`}
        onPrevious={page > 1 ? () => onPage(Math.min(page - 1, lastPage)) : undefined}
        onNext={page < lastPage ? () => onPage(page + 1) : undefined}
      />
    </>
  );
}
