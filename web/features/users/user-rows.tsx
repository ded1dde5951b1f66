import { Box } from '@mantine/core';
import {
  IconRosetteDiscountCheckFilled,
  IconTrash,
  IconRosetteDiscountCheck,
  IconRosetteDiscountCheckOff,
  IconSquare,
  IconSquareCheck,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type ComponentProps, useRef } from 'react';
import type { User } from '#contract/users.ts';
import { explain } from '#web/api/call.ts';
import type { UserFilter } from '#web/features/users/search.ts';
import { calledName, shownName, statusOf, useStatusFailure, useToggleVerified } from '#web/features/users/use-users.ts';
import { shortDate } from '#web/lib/dates.ts';
import { useOpenerFocus } from '#web/lib/focus.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { Person } from '#web/ui/person.tsx';
import { RowAction, RowActions, RowDelete } from '#web/ui/row-actions.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

const route = getRouteApi('/admin/desk/users');

/** For phones only. */
const RowMenu = lazyComponent(
  async () => (await import('#web/ui/row-menu.tsx')).RowMenu,
  // As wide as the button that is coming.
  <Box flex="none" w="2.75rem" />,
);

type RowProps = { user: User; onDelete: (user: User) => void };

const toggleBusy = ({ isVerified }: User) => (isVerified ? 'Unverifying' : 'Verifying');

const plural = (count: number, one: string) => `${formatInteger(count)} ${one}${count === 1 ? '' : 's'}`;

type UserColumnsProps = {
  sort: UserFilter['sort'];
  onSort: (sort: UserFilter['sort']) => void;
  onDelete: (user: User) => void;
};

/** The columns of the table; two of them sort it, in two directions. */
export const userColumns = ({ sort, onSort, onDelete }: UserColumnsProps): Column<User>[] => [
  {
    key: 'user',
    head: 'User',
    sort: {
      sorted: sort === 'name' ? 'ascending' : sort === '-name' ? 'descending' : undefined,
      onSort: () => onSort(sort === 'name' ? '-name' : 'name'),
    },
    cell: (user) => (
      <Person
        id={user.id}
        name={shownName(user)}
        email={user.email}
        image={user.profileImage}
        link={(look) => <UserLink user={user} look={look} />}
      />
    ),
  },
  {
    key: 'status',
    head: 'Status',
    width: '9rem',
    narrow: '7.5rem',
    drop: 'last',
    cell: (user) => <StatusBadge state={statusOf(user)} />,
  },
  {
    key: 'joined',
    head: 'Joined',
    width: '9rem',
    narrow: '7rem',
    drop: 'second',
    sort: {
      sorted: sort === undefined ? 'descending' : sort === 'createdAt' ? 'ascending' : undefined,
      onSort: () => onSort(sort === undefined ? 'createdAt' : undefined),
    },
    cell: (user) => <Joined user={user} />,
  },
  {
    key: 'activity',
    head: 'Activity',
    width: '15rem',
    narrow: '7.5rem',
    drop: 'first',
    cell: ({ stats }) => (
      <>
        <Box component="span" mr={6} style={{ whiteSpace: 'nowrap' }}>
          {plural(stats.posts, 'post')}
        </Box>{' '}
        {/* It goes to the next line whole; a figure of seven digits may still break. */}
        <Box component="span" display="inline-block" c="dimmed">
          {plural(stats.comments, 'comment')}
        </Box>
      </>
    ),
  },
  {
    key: 'actions',
    head: 'Actions',
    width: '11rem',
    narrow: '10rem',
    align: 'end',
    cell: (user) => <Actions user={user} onDelete={onDelete} />,
  },
];

type UserLinkProps = { user: User; look: Parameters<ComponentProps<typeof Person>['link']>[0] };

/** Opens the user beside the list, or in a tab of its own. */
function UserLink({ user, look }: UserLinkProps) {
  const current = route.useSearch({ select: (search) => search.user === user.id });
  const link = useRef<HTMLAnchorElement>(null);
  useOpenerFocus(current, link);
  return (
    <route.Link
      ref={link}
      {...look}
      aria-label={shownName(user) ? undefined : `No name, ${user.email}`}
      to="."
      search={(before) => ({ ...before, user: user.id })}
      resetScroll={false}
    />
  );
}

const Joined = ({ user }: { user: User }) => (
  <Box component="time" dateTime={user.createdAt} c="dimmed">
    {shortDate(user.createdAt)}
  </Box>
);

function Actions({ user, onDelete }: RowProps) {
  const { toggle, busy } = useToggleVerified(user, 'row');
  const label = user.isVerified ? 'Unverify' : 'Verify';
  return (
    <RowActions>
      <RowAction
        label={label}
        name={`${label} ${calledName(user)}`}
        busy={busy}
        busyLabel={toggleBusy(user)}
        onClick={toggle}
      />
      <RowDelete name={`Delete ${calledName(user)}`} onClick={() => onDelete(user)} />
    </RowActions>
  );
}

/** A user on a phone: three lines and a menu. */
export function UserPhoneRow({ user, selection, onDelete }: RowProps & { selection: Selection }) {
  const selected = selection.keys.has(user.id);
  const { toggle, busy } = useToggleVerified(user, 'row');
  const { posts, comments } = user.stats;
  return (
    <>
      <Person
        id={user.id}
        name={shownName(user)}
        email={user.email}
        image={user.profileImage}
        link={(look) => <UserLink user={user} look={look} />}
        mark={
          user.isVerified && <IconRosetteDiscountCheckFilled size={16} color="var(--awa-good)" aria-hidden="true" />
        }
      >
        {user.isVerified ? 'Verified' : 'Unverified'} · {plural(posts, 'post')} · {plural(comments, 'comment')}
      </Person>
      <RowMenu
        name={`Actions for ${calledName(user)}`}
        busy={busy ? toggleBusy(user) : undefined}
        title={`Joined ${shortDate(user.createdAt)}`}
        items={[
          user.isVerified
            ? { label: 'Unverify', icon: IconRosetteDiscountCheckOff, onClick: toggle }
            : { label: 'Verify', icon: IconRosetteDiscountCheck, onClick: toggle },
          {
            label: selected ? 'Deselect' : 'Select',
            icon: selected ? IconSquare : IconSquareCheck,
            onClick: () => selection.select([user.id], !selected),
          },
          { label: 'Delete', icon: IconTrash, danger: true, onClick: () => onDelete(user) },
        ]}
      />
    </>
  );
}

/** Under a row: why its status could not be changed. */
export function StatusFailure({ user }: { user: User }) {
  const error = useStatusFailure(user, 'row');
  return error && <InlineFailure failed={explain(error)} />;
}
