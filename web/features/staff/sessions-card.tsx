import { Box, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconLogin } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountRoutes, type SignInEntry, type StaffSession } from '#contract/account.ts';
import { call, explain } from '#web/api/call.ts';
import { keyOf } from '#web/api/query.ts';
import { dateTime } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import { ContentCard } from '#web/ui/content-card.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { RowAction } from '#web/ui/row-actions.tsx';
import { ListRow, RowList } from '#web/ui/row-list.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** The account's sessions, each with a button to end it. */
export function SessionsCard({ sessions }: { sessions: readonly StaffSession[] }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? call(accountRoutes.endOthers, {}) : call(accountRoutes.endSession, { id }),
    onSuccess: (_, id) => showToast(id === undefined ? 'Ended all other sessions' : 'Ended the session'),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(accountRoutes.get) }),
  });
  return (
    <ContentCard
      title="Sessions"
      list
      tools={
        sessions.length > 1 && (
          <Button disabled={end.isPending} onClick={() => end.mutate(undefined)}>
            End all others
          </Button>
        )
      }
    >
      {end.error && (
        <Box p="md">
          <InlineFailure failed={explain(end.error)} />
        </Box>
      )}
      <RowList label="Sessions">
        {sessions.map(({ id, from, startedAt, usedAt, current }) => (
          <ListRow key={id} current={current}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Box miw={0}>
                <Text fw={500}>{from || 'Unknown device'}</Text>
                <Text size="xs" c="dimmed">
                  {current ? 'This session' : <RelativeTime at={new Date(usedAt)} />} · since {dateTime(startedAt)}
                </Text>
              </Box>
              {!current && (
                <RowAction
                  label="End"
                  name={`End ${from}`}
                  busy={end.isPending && end.variables === id}
                  busyLabel="Ending"
                  onClick={() => end.mutate(id)}
                />
              )}
            </Group>
          </ListRow>
        ))}
      </RowList>
    </ContentCard>
  );
}

/** The latest sign-ins, including refused ones. */
export const SignInsCard = ({ signIns }: { signIns: readonly SignInEntry[] }) => (
  <ContentCard title="Recent sign-ins" list>
    <RowList label="Recent sign-ins">
      {signIns.map(({ at, refused, count, from }) => (
        <ListRow key={at}>
          <Group gap="sm" wrap="nowrap" c={refused ? 'var(--awa-danger)' : undefined}>
            {refused ? (
              <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconLogin size={18} stroke={1.6} aria-hidden="true" />
            )}
            <Box miw={0}>
              <Text inherit>
                {refused ? `${counted(count, 'sign-in')} refused` : 'Signed in'}
                {from && ` · ${from}`}
              </Text>
              <Text size="xs" c="dimmed">
                {dateTime(at)}
              </Text>
            </Box>
          </Group>
        </ListRow>
      ))}
    </RowList>
  </ContentCard>
);
