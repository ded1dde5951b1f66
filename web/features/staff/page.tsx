import { Button, Text } from '@mantine/core';
import {
  IconBan,
  IconCircleCheck,
  IconCircleOff,
  IconLink,
  IconLock,
  IconLockOpen,
  IconMail,
  IconPencil,
  IconShieldOff,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { roleNames } from '#contract/roles.ts';
import { type StaffAccount, type StaffState, type WithLink, staffRoutes } from '#contract/staff.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';
import { shownAdmin } from '#web/api/session.ts';
import { AccountForm } from '#web/features/staff/account-form.tsx';
import { AccountQuestion, type Question } from '#web/features/staff/account-question.tsx';
import { LinkDialog } from '#web/features/staff/link-dialog.tsx';
import { type AccountFilter, accountFilters, filterAccounts, isBlocked } from '#web/features/staff/filter-accounts.ts';
import { noSignIn } from '#web/features/staff/no-sign-in.ts';
import type { StaffSearch } from '#web/features/staff/search.ts';
import { StaffTabs } from '#web/features/staff/staff-head.tsx';
import { clockTime } from '#web/lib/dates.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { ContentCard } from '#web/ui/content-card.tsx';
import { DataTable, type Column } from '#web/ui/data-table.tsx';
import { FilterField } from '#web/ui/filter-field.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PersonLine } from '#web/ui/person.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { type BadgeState, StatusBadge } from '#web/ui/status-badge.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const badges: Record<StaffState, BadgeState> = {
  active: { word: 'Active', look: 'good', icon: IconCircleCheck },
  invited: { word: 'Invited', look: 'scheduled', icon: IconMail },
  disabled: { word: 'Disabled', look: 'outlined', icon: IconBan },
};
const blocked: BadgeState = { word: 'Blocked', look: 'warning', icon: IconLock };

/** The end of a block after too many failed sign-ins, in words; undefined for accounts that are not blocked. */
const blockOf = (account: StaffAccount) =>
  isBlocked(account) && account.blockedUntil ? `until ${clockTime(account.blockedUntil)}` : undefined;

/** Milliseconds until the next block ends, when the list is reloaded. */
function nextEnd(accounts: readonly StaffAccount[] = []) {
  const waits = accounts.map(({ blockedUntil }) => Date.parse(blockedUntil ?? '') - serverNow().getTime());
  const coming = waits.filter((wait) => wait > 0);
  return coming.length > 0 && Math.min(...coming) + 1000;
}

const filters = Object.keys(accountFilters) as AccountFilter[];

const route = getRouteApi('/admin/desk/staff');

/** The dialog over the list. The Invite dialog is not among them: it has an address. */
type Dialog = { form: StaffAccount } | { question: Question } | { made: WithLink };

/** The accounts of staff, for administrators. */
export function StaffPage() {
  const list = useQuery({
    ...query(staffRoutes.list, {}),
    refetchInterval: ({ state: { data } }) => nextEnd(data?.staff),
  });
  const client = useQueryClient();
  const [dialog, setDialog] = useState<Dialog>();
  const navigate = route.useNavigate();
  const { invite, show: asked } = route.useSearch();
  const show = filters.find((one) => one === asked);
  const change = (next: StaffSearch, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace, resetScroll: false });
  const showInvite = (next?: true) => change({ invite: next }, !next);
  const close = () => setDialog(undefined);
  const done = (made: WithLink | undefined) => {
    setDialog(made && { made });
    return client.invalidateQueries({ queryKey: keyOf(staffRoutes.list) });
  };
  const rows = list.data && filterAccounts(list.data.staff, show);
  const actions = (account: StaffAccount) => <Actions account={account} onOpen={setDialog} />;
  return (
    <>
      <title>Staff - Awa Desk</title>
      <PageHead
        title="Staff"
        subtitle="Everyone who can sign in here, and their role. Changes take effect at once."
        actions={
          <Button
            variant="filled"
            leftSection={<IconUserPlus size={18} stroke={1.6} aria-hidden="true" />}
            onClick={() => showInvite(true)}
          >
            Invite
          </Button>
        }
      />
      <StaffTabs />
      <ContentCard
        list
        title="Accounts"
        {...(rows && { count: formatInteger(rows.length) })}
        tools={
          <FilterField
            label="Accounts"
            spoken
            otherwise="All accounts"
            value={show}
            options={filters.map((value) => ({ value, label: accountFilters[value] }))}
            onChange={(next) => change({ show: next })}
          />
        }
      >
        <ListStates
          {...failureOf(list)}
          rows={rows}
          skeleton={{ rows: 6, label: 'Loading the accounts' }}
          empty={{ icon: IconUsers, title: 'No accounts yet', sentence: 'Invite a colleague.' }}
          noMatch={
            show && {
              title: 'No accounts match this filter',
              sentence: 'Choose another one, or show all of them.',
              action: <Button onClick={() => change({ show: undefined })}>Show all accounts</Button>,
            }
          }
        >
          {(all) => (
            <DataTable
              label="Accounts"
              columns={[...columns, { key: 'actions', head: 'Actions', width: '5rem', align: 'end', cell: actions }]}
              rows={all}
              rowKey={({ id }) => id}
              phoneRow={(account) => (
                <>
                  <Name account={account}>
                    {roleNames[account.role]} · {stateOf(account)}
                    {account.hasFactor && ' · Second factor'}
                    {account.qualification && ` · ${account.qualification}`}
                    <br />
                    {account.state !== 'invited' && 'Last sign-in: '}
                    <LastSignIn account={account} />
                  </Name>
                  {actions(account)}
                </>
              )}
            />
          )}
        </ListStates>
      </ContentCard>
      {invite && (
        <AccountForm
          account={undefined}
          onDone={(made) => {
            void done(made);
            showInvite();
          }}
          onClose={() => showInvite()}
        />
      )}
      {dialog && 'form' in dialog && (
        <AccountForm
          account={dialog.form}
          onDone={() => {
            showToast('Saved the account');
            void done(undefined);
          }}
          onClose={close}
        />
      )}
      {dialog && 'question' in dialog && (
        <AccountQuestion question={dialog.question} onDone={(made) => void done(made)} onClose={close} />
      )}
      {dialog && 'made' in dialog && <LinkDialog made={dialog.made} onClose={close} />}
    </>
  );
}

function Name({ account: { id, name, email }, children }: { account: StaffAccount; children?: ReactNode }) {
  const you = id === shownAdmin() ? ' (you)' : '';
  return (
    <PersonLine
      id={id}
      name={name}
      email={email}
      image=""
      link={(look) => <span {...look}>{look.children + you}</span>}
    >
      {children}
    </PersonLine>
  );
}

const stateOf = (account: StaffAccount) =>
  [blockOf(account) ? blocked.word : badges[account.state].word, blockOf(account)].filter(Boolean).join(' ');

function State({ account }: { account: StaffAccount }) {
  const block = blockOf(account);
  if (!block) return <StatusBadge state={badges[account.state]} />;
  return (
    <>
      <StatusBadge state={blocked} />{' '}
      <Text span display="block" size="xs" c="dimmed">
        {block}
      </Text>
    </>
  );
}

const LastSignIn = ({ account }: { account: StaffAccount }) =>
  account.lastSignInAt ? <RelativeTime at={new Date(account.lastSignInAt)} /> : noSignIn(account);

const columns: Column<StaffAccount>[] = [
  { key: 'name', head: 'Name', cell: (account) => <Name account={account} /> },
  {
    key: 'role',
    head: 'Role',
    width: '9rem',
    narrow: '8rem',
    cell: ({ role, hasFactor, qualification }) => (
      <>
        {roleNames[role]}
        {qualification && (
          <Text size="xs" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {qualification}
          </Text>
        )}
        {hasFactor && (
          <Text size="xs" c="dimmed" data-instead="first">
            Second factor
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'state',
    head: 'State',
    width: '9rem',
    narrow: '7.5rem',
    cell: (account) => <State account={account} />,
  },
  {
    key: 'factor',
    head: 'Second factor',
    width: '9rem',
    narrow: '7.5rem',
    drop: 'first',
    cell: ({ hasFactor }) => <Text c="dimmed">{hasFactor ? 'Set up' : 'None'}</Text>,
  },
  {
    key: 'signed-in',
    head: 'Last sign-in',
    width: '17rem',
    narrow: '9rem',
    cell: (account) => (
      <Text c="dimmed">
        <LastSignIn account={account} />
      </Text>
    ),
  },
];

function Actions({ account, onOpen }: { account: StaffAccount; onOpen: (dialog: Dialog) => void }) {
  const { id, name, state, hasFactor } = account;
  const own = id === shownAdmin();
  const ask = (action: Question['action']) => onOpen({ question: { action, account } });
  return (
    <RowMenu
      name={`Actions for ${name}`}
      items={[
        { label: 'Edit', icon: IconPencil, onClick: () => onOpen({ form: account }) },
        ...(state === 'disabled'
          ? []
          : [
              {
                label: state === 'invited' ? 'New invitation link' : 'New password link',
                icon: IconLink,
                onClick: () => ask('link'),
              },
            ]),
        ...(blockOf(account) && !own
          ? [{ label: 'Lift sign-in block', icon: IconLockOpen, onClick: () => ask('unlock') }]
          : []),
        ...(hasFactor && !own
          ? [{ label: 'Remove second factor', icon: IconShieldOff, danger: true, onClick: () => ask('factors') }]
          : []),
        ...(own
          ? []
          : state === 'disabled'
            ? [{ label: 'Enable', icon: IconCircleCheck, onClick: () => ask('enable') }]
            : [{ label: 'Disable', icon: IconCircleOff, danger: true, onClick: () => ask('disable') }]),
      ]}
    />
  );
}
