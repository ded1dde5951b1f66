import { Box, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Connection, appBackendApi } from '#contract/app-backend.ts';
import { appKeysApi } from '#contract/app-keys.ts';
import { failureOf, query } from '#web/api/query.ts';
import { dateTime } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import { ContentCard } from '#web/ui/content-card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { type BadgeState, StatusBadge } from '#web/ui/status-badge.tsx';

const done: BadgeState = { word: 'Done', look: 'good', icon: IconCircleCheck };
const open: BadgeState = { word: 'Not yet', look: 'outlined', icon: IconClock };
const optional: BadgeState = { ...open, word: 'Optional' };
const failing: BadgeState = { word: 'Failing', look: 'warning', icon: IconAlertTriangle };

/** Looks again every 5 seconds while the page is open, once it has an answer. */
const looking = {
  refetchInterval: ({ state }: { state: { data?: unknown } }) => (state.data ? 5000 : (false as const)),
};

/** The steps that connect the app's backend, each with whether it is done. */
export function ConnectCard() {
  const connection = useQuery({ ...query(appBackendApi.appConnection.read, {}), ...looking });
  const keys = useQuery({ ...query(appKeysApi.appKeys.list, {}), ...looking });
  const uses = keys.data?.keys.map(({ lastUsedAt }) => lastUsedAt ?? '') ?? [];
  const used = uses.reduce((latest, at) => (at > latest ? at : latest), '');
  const address = connection.data?.address || location.origin;
  return (
    <ContentCard title="Connect the app">
      <FailedPanel {...failureOf(connection)} />
      {connection.isPending && <SkeletonRows shape="text" rows={5} label="Loading the connection" />}
      {connection.data && (
        <Stack component="ol" gap="lg" px={{ base: 'md', sm: 'lg' }} pb="lg">
          <Step title="1. Address" state={done}>
            Your backend calls the desk at this address.
            <Line text={address} of="the address" />
          </Step>
          <Step title="2. Key" state={keys.data?.keys.some(({ state }) => state === 'live') ? done : open}>
            Make a key below, and keep it where your backend keeps its other secrets.
          </Step>
          <Step title="3. First call" state={used ? done : open}>
            {used ? (
              <>
                The backend called <RelativeTime at={new Date(used)} />.
              </>
            ) : (
              'Try the key from the machine of your backend:'
            )}
            <Line text={`curl -H "Authorization: Bearer $AWA_APP_KEY" ${address}/app/v1/key`} of="the call" />
          </Step>
          <Step title="4. Changes" state={connection.data.feed.readAt ? done : open}>
            <Feed feed={connection.data.feed} />
          </Step>
          <Step title="5. Push" state={stateOfPush(connection.data.push)}>
            <Push push={connection.data.push} />
          </Step>
        </Stack>
      )}
    </ContentCard>
  );
}

const Step = ({ title, state, children }: { title: string; state: BadgeState; children: ReactNode }) => (
  <li>
    <Group gap="xs">
      <Text fw={500}>{title}</Text>
      <StatusBadge state={state} />
    </Group>
    <Box c="dimmed">{children}</Box>
  </li>
);

/** A line to copy. */
const Line = ({ text, of }: { text: string; of: string }) => (
  <Group gap="xs" wrap="nowrap" mt="xs">
    <Text
      component="code"
      ff="monospace"
      size="xs"
      flex="1 1 auto"
      miw={0}
      p="xs"
      bdrs="sm"
      bg="var(--awa-sunken)"
      c="bright"
      style={{ overflowWrap: 'anywhere' }}
    >
      {text}
    </Text>
    <CopyButton text={text} of={of} />
  </Group>
);

function Feed({ feed: { readAt, waiting } }: Pick<Connection, 'feed'>) {
  if (!readAt) return 'The backend has not asked for changes yet: GET /app/v1/changes.';
  return (
    <>
      The backend asked for changes <RelativeTime at={new Date(readAt)} />
      {waiting === 0
        ? ' and has them all.'
        : `. ${counted(waiting, 'change')} ${waiting === 1 ? 'is' : 'are'} waiting for it.`}
    </>
  );
}

function stateOfPush(push: Connection['push']) {
  if (!push) return optional;
  if (push.failures > 0) return failing;
  return push.deliveredAt ? done : open;
}

function Push({ push }: Pick<Connection, 'push'>) {
  if (!push) return 'The desk tells your backend of changes when APP_WEBHOOK_URL is set in its environment.';
  const { host, deliveredAt, failures, failure, nextAt } = push;
  if (failures > 0) {
    return `${host} ${failure}. ${counted(failures, 'failed delivery', 'failed deliveries')}; the next try is ${dateTime(nextAt)}. One delivery tells of everything in between.`;
  }
  if (!deliveredAt) return `The next change is told to ${host}.`;
  return (
    <>
      {host} was last told of changes <RelativeTime at={new Date(deliveredAt)} />.
    </>
  );
}
