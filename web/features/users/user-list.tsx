import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { User, UserPage } from '#contract/users.ts';
import { failureOf } from '#web/api/query.ts';
import { pageSizes, type UserSearch } from '#web/features/users/search.ts';
import { calledName, type useUserPage } from '#web/features/users/use-users.ts';
import { StatusFailure, UserPhoneRow, userTableColumns } from '#web/features/users/user-rows.tsx';
import { shownDays } from '#web/lib/dates.ts';
import { formatInteger, shownRange } from '#web/lib/numbers.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { Pager } from '#web/ui/pager.tsx';

type UserListProps = {
  list: ReturnType<typeof useUserPage>;
  /** The search parameters. */
  asked: UserSearch;
  selection: Selection;
  /** Left out for a role that cannot erase users. */
  onDelete: ((user: User) => void) | undefined;
  onPage: (page: number) => void;
  /** The rows per page. */
  size: number;
  onSize: (size: number) => void;
  onFilter: (filter: UserSearch) => void;
  onClearSearch: () => void;
};

/** One page of users, or why there are none, with links to the other pages. */
export function UserList(props: UserListProps) {
  const { list, asked, selection, onDelete, onFilter } = props;
  const { sort } = asked;
  const columns = useMemo(
    () => userTableColumns({ sort, onSort: (next) => onFilter({ sort: next }), onDelete }),
    [sort, onFilter, onDelete],
  );
  // Older rows stay until the new ones have loaded. An empty older page says nothing about the next one, so it shows
  // skeletons.
  const data = list.isPlaceholderData && list.data.users.length === 0 ? undefined : list.data;
  return (
    <ListStates
      skeleton={{ label: 'Loading users', selectable: true, rows: props.size }}
      rows={data?.users}
      {...failureOf(list)}
      empty={{
        icon: IconUsers,
        title: 'No users yet',
        sentence: 'People appear here as soon as they sign up in the app.',
      }}
      noMatch={data && noMatch(data.pagination, props)}
      foot={data && <Pages data={data} {...props} />}
    >
      {(users) => (
        <DataTable
          label="Users"
          columns={columns}
          rows={users}
          rowKey={(user) => user.id}
          phoneRow={(user) => <UserPhoneRow user={user} sort={sort} selection={selection} onDelete={onDelete} />}
          selection={{ ...selection, label: (user) => `Select ${calledName(user)}` }}
          isCurrent={(user) => user.id === asked.user}
          rowNote={(user) => <StatusFailure user={user} />}
          stale={list.isPlaceholderData}
        />
      )}
    </ListStates>
  );
}

function Pages({ data: { users, pagination }, size, onSize, onPage }: UserListProps & { data: UserPage }) {
  const { page, limit, totalPages, totalIsCapped } = pagination;
  return (
    <Pager
      text={shownRange({ ...pagination, count: users.length }, 'users')}
      page={page}
      pages={Math.max(1, totalPages)}
      isCapped={totalIsCapped}
      isFull={users.length === limit}
      onPage={onPage}
      size={size}
      sizes={pageSizes}
      onSize={onSize}
    />
  );
}

/** Why the search finds no users, with a way out; undefined without search and filters. */
function noMatch({ page, total, totalPages, totalIsCapped }: UserPage['pagination'], props: UserListProps) {
  const { search, status, from, to } = props.asked;
  const days = shownDays({ from, to });
  if (total > 0) {
    return {
      title: `There is no page ${formatInteger(page)}`,
      sentence: totalIsCapped ? 'This search has fewer pages.' : `The last page is ${formatInteger(totalPages)}.`,
      action: (
        <Button onClick={() => props.onPage(totalPages)}>
          {totalIsCapped ? `Go to page ${formatInteger(totalPages)}` : 'Go to the last page'}
        </Button>
      ),
    };
  }
  const kind = status ? `${status} users` : 'users';
  if (days) {
    return {
      title: `No ${kind}${search ? ` match “${search}” and` : ''} joined ${days}`,
      sentence: 'Days begin and end at midnight where you are.',
      action: <Button onClick={() => props.onFilter({ from: undefined, to: undefined })}>Show any day</Button>,
    };
  }
  if (search) {
    return {
      title: `No ${kind} match “${search}”`,
      sentence: 'Search looks for any part of a name, username or email. Accents and capital letters don’t matter.',
      action: <Button onClick={props.onClearSearch}>Clear search</Button>,
    };
  }
  if (!status) return undefined;
  return {
    title: `No ${kind}`,
    sentence: status === 'verified' ? 'Nobody has been verified yet.' : 'Everyone is verified.',
    action: <Button onClick={() => props.onFilter({ status: undefined })}>Show all users</Button>,
  };
}
