import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { User, UserPage } from '#contract/users.ts';
import type { UserFilter, UserSearch } from '#web/features/users/search.ts';
import { calledName } from '#web/features/users/use-users.ts';
import { StatusFailure, UserPhoneRow, userColumns } from '#web/features/users/user-rows.tsx';
import { formatInteger, shownRange } from '#web/lib/numbers.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Paging } from '#web/ui/paging.tsx';

type UserListProps = {
  data: UserPage;
  /** What was asked for. */
  asked: UserSearch;
  /** These are from before; what was asked for is on its way. */
  stale: boolean;
  selection: Selection;
  onDelete: (user: User) => void;
  onPage: (page: number) => void;
  onFilter: (filter: UserFilter) => void;
  onClearSearch: () => void;
};

/** One page of users, or why there are none, and the way to the other pages. */
export function UserList({ data, asked, stale, selection, onDelete, onPage, onFilter, onClearSearch }: UserListProps) {
  const { users, pagination } = data;
  const { page, limit, totalPages, totalIsCapped } = pagination;
  const { status, sort } = asked;
  const columns = useMemo(
    () => userColumns({ sort, onSort: (next) => onFilter({ status, sort: next }), onDelete }),
    [status, sort, onFilter, onDelete],
  );
  const lastPage = Math.max(1, totalPages);
  // How many pages a capped search has shows only at its end.
  const more = page < lastPage || (totalIsCapped && users.length === limit);
  return (
    <>
      {users.length > 0 ? (
        <DataTable
          label="Users"
          columns={columns}
          rows={users}
          rowKey={(user) => user.id}
          phoneRow={(user) => <UserPhoneRow user={user} selection={selection} onDelete={onDelete} />}
          selection={{
            keys: selection.keys,
            onSelect: selection.select,
            label: (user) => `Select ${calledName(user)}`,
          }}
          isCurrent={(user) => user.id === asked.user}
          rowNote={(user) => <StatusFailure user={user} />}
          stale={stale}
        />
      ) : (
        <NoUsers
          pagination={pagination}
          asked={asked}
          onPage={onPage}
          onShowAll={() => onFilter({ sort })}
          onClearSearch={onClearSearch}
        />
      )}
      <Paging
        text={shownRange({ ...pagination, count: users.length }, 'users')}
        place={`Page ${formatInteger(page)} of ${formatInteger(lastPage)}${totalIsCapped ? '+' : ''}`}
        onPrevious={page > 1 ? () => onPage(totalIsCapped ? page - 1 : Math.min(page - 1, lastPage)) : undefined}
        onNext={more ? () => onPage(page + 1) : undefined}
      />
    </>
  );
}

type NoUsersProps = {
  pagination: UserPage['pagination'];
  asked: UserSearch;
  onPage: (page: number) => void;
  onShowAll: () => void;
  onClearSearch: () => void;
};

function NoUsers({ pagination, asked: { search, status }, onPage, onShowAll, onClearSearch }: NoUsersProps) {
  const { page, total, totalPages, totalIsCapped } = pagination;
  if (total > 0) {
    return (
      <Empty
        icon={IconUsers}
        title={`There is no page ${formatInteger(page)}`}
        sentence={
          totalIsCapped ? 'The users that were found end before it.' : `The last page is ${formatInteger(totalPages)}.`
        }
        action={
          <Button onClick={() => onPage(totalPages)}>
            {totalIsCapped ? `Go to page ${formatInteger(totalPages)}` : 'Go to the last page'}
          </Button>
        }
      />
    );
  }
  const kind = status ? `${status} users` : 'users';
  if (search) {
    return (
      <Empty
        icon={IconUsers}
        title={`No ${kind} match “${search}”`}
        sentence="Search looks for any part of a name, username or email. Marks and capitals do not matter."
        action={<Button onClick={onClearSearch}>Clear search</Button>}
      />
    );
  }
  if (status) {
    return (
      <Empty
        icon={IconUsers}
        title={`No ${kind}`}
        sentence={status === 'verified' ? 'Nobody has been verified yet.' : 'Everyone is verified.'}
        action={<Button onClick={onShowAll}>Show all users</Button>}
      />
    );
  }
  return (
    <Empty icon={IconUsers} title="No users yet" sentence="People appear here as soon as they sign up in the app." />
  );
}
