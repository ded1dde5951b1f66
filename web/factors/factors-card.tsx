import { Box, Button, Group, Modal, Text } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint, IconKey, IconShieldLock } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Factor, factorRoutes, recoveryCodeCount } from '#contract/factors.ts';
import { call, explain } from '#web/api/call.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';
import { AuthenticatorAppForm } from '#web/factors/authenticator-app-form.tsx';
import { PasskeyForm } from '#web/factors/passkey-form.tsx';
import { RecoveryCodes } from '#web/factors/recovery-codes.tsx';
import { canUsePasskeys } from '#web/lib/can-use-passkeys.ts';
import { shortDate } from '#web/lib/dates.ts';
import { ActionList } from '#web/ui/action-list.tsx';
import { ContentCard } from '#web/ui/content-card.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { ListRow, RowList } from '#web/ui/row-list.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** The name of a factor in the list. */
const nameOf = ({ kind, name }: Factor) => (kind === 'totp' ? 'Authenticator app' : name);

/** The name of a factor in sentences. */
const inSentence = ({ kind, name }: Factor) => (kind === 'totp' ? 'the authenticator app' : `the passkey “${name}”`);

/** The task of the card's dialog. */
type Task = 'passkey' | 'totp' | 'codes';

const titles: Record<Task, string> = {
  passkey: 'Add a passkey',
  totp: 'Add an authenticator app',
  codes: 'Your recovery codes',
};

/** The second factors of the signed-in account: adding, removing, recovery codes. */
export function FactorsCard() {
  const asked = query(factorRoutes.list, {});
  const answer = useQuery(asked);
  const client = useQueryClient();
  const [task, setTask] = useState<Task>();
  const [renewing, setRenewing] = useState(false);
  const [leaving, setLeaving] = useState<Factor>();
  const { data } = answer;
  const again = () => client.invalidateQueries({ queryKey: keyOf(factorRoutes.list) });
  const removal = useMutation({
    mutationFn: ({ id }: Factor) => call(factorRoutes.remove, { id }),
    onSuccess: (_, factor) => {
      setLeaving(undefined);
      showToast(`Removed ${inSentence(factor)}`);
      return again();
    },
  });
  const close = () => {
    setTask(undefined);
    void again();
  };
  const added = (factor: Factor) => {
    showToast(`Added ${inSentence(factor)}`);
    client.setQueryData(asked.queryKey, (list) => list && { ...list, factors: [...list.factors, factor] });
    void again();
    setTask(data?.recoveryCodes === 0 ? 'codes' : undefined);
  };
  const hasApp = data?.factors.some(({ kind }) => kind === 'totp');
  const isNeeded = data?.required && data.factors.length === 1;
  return (
    <ContentCard
      title="Second factor"
      list
      tools={
        data && (
          <Group gap="xs">
            {canUsePasskeys() && <Button onClick={() => setTask('passkey')}>Add a passkey</Button>}
            {!hasApp && <Button onClick={() => setTask('totp')}>Add an authenticator app</Button>}
          </Group>
        )
      }
    >
      <ListStates
        skeleton={{ shape: 'text', rows: 3, label: 'Loading your second factors' }}
        rows={data?.factors}
        {...failureOf(answer)}
        empty={{
          icon: IconShieldLock,
          title: 'No second factor yet',
          sentence: canUsePasskeys()
            ? 'With one, a stolen password is not enough to sign in as you.'
            : 'With one, a stolen password is not enough to sign in as you. For a passkey, open the desk at its https address.',
        }}
        foot={
          data &&
          data.factors.length > 0 && (
            <Group
              justify="space-between"
              gap="xs"
              px="lg"
              py="md"
              style={{ borderTop: '1px solid var(--awa-hairline)' }}
            >
              <Group gap="xs" wrap="nowrap">
                <IconKey size={20} stroke={1.6} aria-hidden="true" />
                <Text>
                  {data.recoveryCodes} of {recoveryCodeCount} recovery codes left
                </Text>
              </Group>
              <Button onClick={() => (data.recoveryCodes > 0 ? setRenewing(true) : setTask('codes'))}>
                {data.recoveryCodes > 0 ? 'Replace the recovery codes' : 'Make recovery codes'}
              </Button>
            </Group>
          )
        }
      >
        {(rows) => (
          <RowList label="Your second factors">
            {rows.map((factor) => {
              const FactorIcon = factor.kind === 'totp' ? IconDeviceMobile : IconFingerprint;
              return (
                <ListRow key={factor.id}>
                  <Group wrap="nowrap" gap="sm">
                    <FactorIcon size={20} stroke={1.6} aria-hidden="true" style={{ flex: 'none' }} />
                    <Box flex={1} miw={0}>
                      <Text fw={500}>{nameOf(factor)}</Text>
                      <Text size="xs" c="dimmed">
                        {factor.kind === 'passkey' ? 'Passkey, added' : 'Added'} {shortDate(factor.createdAt)},{' '}
                        {factor.usedAt ? (
                          <>
                            used <RelativeTime at={new Date(factor.usedAt)} />
                          </>
                        ) : (
                          'not used yet'
                        )}
                        {isNeeded && '. Everyone here needs one: add another before you remove it.'}
                      </Text>
                    </Box>
                    {!isNeeded && (
                      <ActionList
                        of={nameOf(factor)}
                        actions={[
                          { label: 'Remove', icon: IconShieldLock, danger: true, onClick: () => setLeaving(factor) },
                        ]}
                      />
                    )}
                  </Group>
                </ListRow>
              );
            })}
          </RowList>
        )}
      </ListStates>
      <Modal opened={task !== undefined} onClose={close} title={task && titles[task]} size="30rem">
        {task === 'passkey' && <PasskeyForm onAdded={added} />}
        {task === 'totp' && <AuthenticatorAppForm onAdded={added} />}
        {task === 'codes' && <RecoveryCodes done="Done" onDone={close} />}
      </Modal>
      <Confirm
        opened={renewing}
        harmless
        title="Make new recovery codes?"
        sentence="The codes that you have now stop working."
        action="Make new codes"
        onClose={() => setRenewing(false)}
        onConfirm={() => {
          setRenewing(false);
          setTask('codes');
        }}
      />
      <Confirm
        opened={leaving !== undefined}
        title={leaving ? `Remove ${inSentence(leaving)}?` : ''}
        sentence="You can no longer sign in with it."
        consequence={
          data?.factors.length === 1 &&
          'It is your only second factor: your recovery codes stop working too, and your password alone signs you in.'
        }
        action="Remove"
        actionBusy="Removing"
        busy={removal.isPending}
        failed={removal.error ? explain(removal.error) : undefined}
        onClose={() => {
          setLeaving(undefined);
          removal.reset();
        }}
        onConfirm={() => leaving && removal.mutate(leaving)}
      />
    </ContentCard>
  );
}
