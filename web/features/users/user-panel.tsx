import { ActionIcon, Box, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconLink, IconTrash, IconUserOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type User, usersApi } from '#contract/users.ts';
import { explain } from '#web/api/call.ts';
import { failureOf, keyOf } from '#web/api/query.ts';
import { OthersHere } from '#web/entity/form/others-here.tsx';
import { useSteadyList } from '#web/entity/define/use-entity-list.ts';
import { calledName, isGone, useToggleVerified, useUser } from '#web/features/users/use-users.ts';
import { UserFacts } from '#web/features/users/user-panel-facts.tsx';
import { RecentComments, RecentPosts } from '#web/features/users/user-panel-posts.tsx';
import { useOpenCase } from '#web/history/use-open-case.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { lazyLayer } from '#web/ui/lazy-layer.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';
import { DetailPanel } from '#web/ui/detail-panel.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** As high as the notes of most people, who have none. */
const NotesToCome = () => (
  <Stack gap={0} mb="lg" aria-hidden="true">
    <Group h="2.75rem">
      <SkeletonBox width="4rem" height="1rem" />
    </Group>
    <SkeletonBox width="7rem" height="1.25rem" />
  </Stack>
);
const UserNotes = lazyComponent(
  async () => (await import('#web/features/users/user-notes.tsx')).UserNotes,
  <NotesToCome />,
);
const OpenCaseDialog = lazyLayer('question', async () => (await import('#web/history/open-case.tsx')).OpenCaseDialog);

type UserPanelProps = {
  id: string;
  /** The rows of the list beside the panel; the arrow keys move through them. */
  users: User[];
  onStep: (id: string) => void;
  /** Left out for a role that cannot erase users. */
  onDelete: ((user: User) => void) | undefined;
  onClose: () => void;
};

/** Shows one user beside the list. Until the user has loaded, it shows the data of the list. */
export function UserPanel({ id, users, onStep, onDelete, onClose }: UserPanelProps) {
  const { detail, gone } = useUser(id);
  const user = gone ? undefined : (detail.data ?? users.find((one) => one.id === id));
  // The arrow keys go to the previous and the next row, even from a user no longer in the list.
  const { records: rows = [] } = useSteadyList(users, id);
  const at = rows.findIndex((row) => row.id === id);
  const copy = useMutation({
    mutationFn: ({ text }: Copy) => navigator.clipboard.writeText(text),
    onSuccess: (_, { what }) => showToast(`Copied the ${what}`),
  });
  const client = useQueryClient();
  useEffect(() => {
    // The list may still have the user.
    if (gone) void client.invalidateQueries({ queryKey: keyOf(usersApi.users.list) });
  }, [gone, client]);
  return (
    <DetailPanel
      title="User"
      actions={
        <ActionIcon
          size="lg"
          aria-label="Copy link"
          // The address of this user alone, without the list's search and page.
          onClick={() => copy.mutate({ what: 'link', text: `${location.origin}${location.pathname}?user=${id}` })}
        >
          <IconLink size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      }
      foot={user && <Actions user={user} onDelete={onDelete && (() => onDelete(user))} />}
      onStep={(by) => {
        const next = rows[at + by];
        if (next) onStep(next.id);
      }}
      onClose={onClose}
    >
      <Box py={24} px={{ base: 'var(--awa-gutter)', md: 24 }} aria-busy={detail.isPending && !gone}>
        {user && <OthersHere kind="user" id={id} />}
        {copy.error && (
          <InlineFailure
            failed={{
              message: `Failed to copy the ${copy.variables.what}`,
              detail: `Your browser did not allow it. You can copy it from ${copy.variables.what === 'email' ? 'this panel' : 'the address bar'}.`,
            }}
          />
        )}
        {gone ? (
          <Empty
            icon={IconUserOff}
            title="This user no longer exists"
            sentence="The account was deleted with everything in it, or the link is wrong."
            action={<Button onClick={onClose}>Close</Button>}
          />
        ) : (
          <>
            {(user || detail.isPending) && <UserFacts user={user} onCopy={copy.mutate} />}
            <FailedPanel {...failureOf(detail)} />
            {(detail.data || detail.isPending) && (
              <>
                {detail.data ? <UserNotes key={id} userId={id} /> : <NotesToCome />}
                <RecentPosts posts={detail.data?.recentPosts} />
                <RecentComments comments={detail.data?.recentComments} />
              </>
            )}
          </>
        )}
      </Box>
    </DetailPanel>
  );
}

type Copy = { what: 'link' | 'email' | 'ID'; text: string };

/** The actions on the user of the panel. */
function Actions({ user, onDelete }: { user: User; onDelete: (() => void) | undefined }) {
  const { label, busyLabel, busy, error, toggle } = useToggleVerified(user, 'panel');
  const name = calledName(user);
  const { openCase, asked } = useOpenCase();
  const phone = usePhone();
  /** Without icons, all of them are in one line on a phone. */
  const quiet = { variant: 'subtle', px: phone ? 'xs' : undefined } as const;
  return (
    <Stack gap="sm">
      {error && !isGone(error) && <InlineFailure failed={explain(error)} />}
      <Group justify="space-between" gap="xs">
        <BusyButton
          busy={busy}
          busyLabel={busyLabel}
          aria-label={busy ? undefined : `${label} ${name}`}
          onClick={toggle}
        >
          {label}
        </BusyButton>
        {openCase && (
          <Button
            {...quiet}
            aria-haspopup="dialog"
            leftSection={!phone && <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />}
            aria-label={`Open a case on ${name}`}
            onClick={() => openCase({ kind: 'person', id: user.id, words: name })}
          >
            Open a case
          </Button>
        )}
        {onDelete && (
          <Button
            {...quiet}
            c="var(--awa-danger)"
            leftSection={!phone && <IconTrash size={18} stroke={1.6} aria-hidden="true" />}
            aria-label={`Delete ${name}`}
            onClick={onDelete}
          >
            Delete
          </Button>
        )}
      </Group>
      <OpenCaseDialog {...asked} />
    </Stack>
  );
}
