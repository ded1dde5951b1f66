import { Box, Flex, Text } from '@mantine/core';
import { IconRosetteDiscountCheckFilled, IconSquare, IconSquareCheck, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { User } from '#contract/users.ts';
import { explain } from '#web/api/call.ts';
import type { UserSearch } from '#web/features/users/search.ts';
import { calledName, shownName, statusOf, useToggleVerified } from '#web/features/users/use-users.ts';
import { dayName, shortDate } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { PersonLine } from '#web/ui/person.tsx';
import { RowAction, RowActions, RowDelete } from '#web/ui/row-actions.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

const route = getRouteApi('/admin/desk/users');

/** For phones only. */
const RowMenu = lazyComponent(
  async () => (await import('#web/ui/row-menu.tsx')).RowMenu,
  // As wide as the button that is loading.
  <Box flex="none" w="2.75rem" />,
);

/** `onDelete` is left out for a role that cannot erase users. */
type RowProps = { user: User; onDelete: ((user: User) => void) | undefined };

type UserColumnsProps = {
  sort: UserSearch['sort'];
  onSort: (sort: UserSearch['sort']) => void;
  onDelete: RowProps['onDelete'];
};

/** `Active yesterday`, `Active Nov 18, 2026`, `Never active`. */
function active(at: string | null) {
  if (at === null) return 'Never active';
  const day = dayName(at);
  return `Active ${day === shortDate(at) ? day : day.toLowerCase()}`;
}

/** The columns of the table, some of them sortable. Sorted by the last activity, the table shows that too. */
export const userTableColumns = ({ sort, onSort, onDelete }: UserColumnsProps): Column<User>[] => [
  {
    key: 'user',
    head: 'User',
    sort: {
      sorted: sort === 'name' ? 'ascending' : sort === '-name' ? 'descending' : undefined,
      onSort: () => onSort(sort === 'name' ? '-name' : 'name'),
    },
    cell: (user) => <UserName user={user} />,
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
    cell: ({ createdAt, lastActiveAt }) => (
      <>
        <Box component="time" dateTime={createdAt} c="dimmed" data-tabular>
          {shortDate(createdAt)}
        </Box>
        {sort === '-lastActiveAt' && (
          <Text size="xs" c="dimmed">
            {active(lastActiveAt)}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'activity',
    head: 'Activity',
    width: '15rem',
    narrow: '7.5rem',
    drop: 'first',
    sort: {
      sorted: sort === '-activity' ? 'descending' : undefined,
      onSort: () => onSort(sort === '-activity' ? undefined : '-activity'),
    },
    cell: ({ stats }) => (
      <Flex wrap="wrap" columnGap="xs" data-tabular>
        {counted(stats.posts, 'post')}{' '}
        <Text span c="dimmed">
          {counted(stats.comments, 'comment')}
        </Text>
      </Flex>
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

type UserNameProps = { user: User } & Pick<ComponentProps<typeof PersonLine>, 'mark' | 'children'>;

/** The user's identity. The name opens the user beside the list, or in a new tab. */
function UserName({ user, ...phone }: UserNameProps) {
  return (
    <PersonLine
      id={user.id}
      name={shownName(user)}
      email={user.email}
      image={user.profileImage}
      link={(look) => (
        <route.Link
          {...look}
          data-covers
          aria-label={shownName(user) ? undefined : `No name, ${user.email}`}
          to="."
          search={(before) => ({ ...before, user: user.id })}
          resetScroll={false}
        />
      )}
      {...phone}
    />
  );
}

function Actions({ user, onDelete }: RowProps) {
  const { label, busyLabel, busy, toggle } = useToggleVerified(user, 'row');
  const name = calledName(user);
  return (
    <RowActions>
      <RowAction label={label} name={`${label} ${name}`} busy={busy} busyLabel={busyLabel} onClick={toggle} />
      {onDelete && <RowDelete name={`Delete ${name}`} onClick={() => onDelete(user)} />}
    </RowActions>
  );
}

type PhoneRowProps = RowProps & { sort: UserSearch['sort']; selection: Selection };

/** A user on a phone: three lines and a menu. */
export function UserPhoneRow({ user, sort, selection, onDelete }: PhoneRowProps) {
  const selected = selection.keys.has(user.id);
  const { label, icon, busyLabel, busy, toggle } = useToggleVerified(user, 'row');
  const { posts, comments } = user.stats;
  return (
    <>
      <UserName
        user={user}
        mark={
          user.isVerified && <IconRosetteDiscountCheckFilled size={16} color="var(--awa-good)" aria-hidden="true" />
        }
      >
        {statusOf(user).word} ·{' '}
        {sort === '-lastActiveAt'
          ? active(user.lastActiveAt)
          : `${counted(posts, 'post')} · ${counted(comments, 'comment')}`}
      </UserName>
      <RowMenu
        name={`Actions for ${calledName(user)}`}
        busy={busy ? busyLabel : undefined}
        title={`Joined ${shortDate(user.createdAt)}`}
        items={[
          { label, icon, onClick: toggle },
          {
            label: selected ? 'Deselect' : 'Select',
            icon: selected ? IconSquare : IconSquareCheck,
            onClick: () => selection.select([user.id], !selected),
          },
          ...(onDelete ? [{ label: 'Delete', icon: IconTrash, danger: true, onClick: () => onDelete(user) }] : []),
        ]}
      />
    </>
  );
}

/** Under a row: why its status could not be changed. */
export function StatusFailure({ user }: { user: User }) {
  const { error } = useToggleVerified(user, 'row');
  return error && <InlineFailure failed={explain(error)} />;
}
