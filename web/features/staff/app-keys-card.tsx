import { Box, Button, Group, Text } from '@mantine/core';
import { IconCircleOff, IconCircleCheck, IconClock, IconLock } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AppKey, appKeysApi, maxLiveKeys } from '#contract/app-keys.ts';
import { allScopes, appScopes } from '#contract/app-scopes.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';
import { AppKeyForm, type MadeKey } from '#web/features/staff/app-key-form.tsx';
import { SecretDialog } from '#web/features/staff/secret-dialog.tsx';
import { shortDate } from '#web/lib/dates.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { ContentCard } from '#web/ui/content-card.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { RowAction } from '#web/ui/row-actions.tsx';
import { ListRow, RowList } from '#web/ui/row-list.tsx';
import { type BadgeState, StatusBadge } from '#web/ui/status-badge.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const badges: Record<AppKey['state'], BadgeState> = {
  live: { word: 'Live', look: 'good', icon: IconCircleCheck },
  expired: { word: 'Expired', look: 'outlined', icon: IconClock },
  revoked: { word: 'Revoked', look: 'outlined', icon: IconCircleOff },
};

const { list, revoke } = appKeysApi.appKeys;

/** The keys of the app's backend: making and revoking them. */
export function AppKeysCard() {
  const answer = useQuery(query(list, {}));
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const [leaving, setLeaving] = useState<AppKey>();
  const again = () => client.invalidateQueries({ queryKey: keyOf(list) });
  const revoking = useMutation({
    mutationFn: ({ id }: AppKey) => change(revoke, { id }),
    onSuccess: (_, { name }) => {
      setLeaving(undefined);
      showToast(`Revoked the key “${name}”`);
      return again();
    },
  });
  const keys = answer.data?.keys;
  const isFull = (keys ?? []).filter(({ state }) => state === 'live').length >= maxLiveKeys;
  return (
    <ContentCard
      title="Keys"
      list
      tools={keys && !isFull && <Button onClick={() => setMaking(true)}>Make a key</Button>}
    >
      <ListStates
        {...failureOf(answer)}
        rows={keys}
        skeleton={{ shape: 'text', rows: 2, label: 'Loading the keys' }}
        empty={{
          icon: IconLock,
          title: 'No key yet',
          sentence: 'Your app’s backend needs one to send people and posts, and to hear of changes.',
        }}
      >
        {(all) => (
          <RowList label="Keys">
            {all.map((key) => (
              <ListRow key={key.id}>
                <Group justify="space-between" gap="xs" wrap="nowrap">
                  <KeyLines appKey={key} />
                  {key.state === 'live' && (
                    <RowAction label="Revoke" name={`Revoke ${key.name}`} onClick={() => setLeaving(key)} />
                  )}
                </Group>
              </ListRow>
            ))}
          </RowList>
        )}
      </ListStates>
      {isFull && (
        <Text size="xs" c="dimmed" px={{ base: 'md', sm: 'lg' }} py="sm">
          {maxLiveKeys} keys are live. To make another one, revoke the one that is not in use any more.
        </Text>
      )}
      {making && (
        <AppKeyForm
          onDone={(next) => {
            setMaking(false);
            setMade(next);
            void again();
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made && (
        <SecretDialog
          title={`The key “${made.key.name}”`}
          noun="key"
          value={made.secret}
          onClose={() => setMade(undefined)}
        >
          Keep it where your backend keeps its other secrets, and never put it into the app. It is shown only now and
          works until {shortDate(made.key.expiresAt)}.
        </SecretDialog>
      )}
      <Confirm
        opened={leaving !== undefined}
        harmless
        title={`Revoke the key “${leaving?.name ?? ''}”?`}
        sentence="Calls with it are refused from now on."
        consequence="Revoke it at once if it may have been seen by strangers. Otherwise change your backend to another key first."
        safe="Keep it"
        action="Revoke key"
        actionBusy="Revoking"
        busy={revoking.isPending}
        failed={revoking.error ? explain(revoking.error) : undefined}
        onConfirm={() => leaving && revoking.mutate(leaving)}
        onClose={() => setLeaving(undefined)}
      />
    </ContentCard>
  );
}

function KeyLines({ appKey }: { appKey: AppKey }) {
  const { name, state, scopes, networks, createdBy, expiresAt, lastUsedAt } = appKey;
  const may = scopes.length === allScopes.length ? 'Everything' : scopes.map((scope) => appScopes[scope]).join(' · ');
  return (
    <Box miw={0}>
      <Group gap="xs">
        <Text fw={500}>{name}</Text>
        <StatusBadge state={badges[state]} />
      </Group>
      <Text size="xs" c="dimmed">
        {may}
        {networks.length > 0 && ` · from ${networks.join(', ')}`}
      </Text>
      <Text size="xs" c="dimmed">
        {lastUsedAt ? (
          <>
            Last used <RelativeTime at={new Date(lastUsedAt)} />
          </>
        ) : (
          'Never used'
        )}
        {state === 'live' && ` · expires ${shortDate(expiresAt)}`} · made by{' '}
        {createdBy?.name ?? 'someone on the server'}
      </Text>
    </Box>
  );
}
