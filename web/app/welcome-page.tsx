import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Admin } from '#contract/auth.ts';
import { roleNames } from '#contract/roles.ts';
import { useSession } from '#web/api/permissions.ts';
import { accountPages, areasFor, firstPageOf } from '#web/app/areas.ts';
import { EntryPage } from '#web/app/entry-page.tsx';
import { SessionDialogs } from '#web/app/session-dialogs.tsx';
import { PasskeyForm } from '#web/factors/passkey-form.tsx';
import { RecoveryCodes } from '#web/factors/recovery-codes.tsx';
import { purposes } from '#web/features/staff/roles.ts';
import { canUsePasskeys } from '#web/lib/can-use-passkeys.ts';

type Step = 'start' | 'passkey' | 'codes' | 'done';

/**
 * The first page after setting the password of a new account: the purpose of the account, and an offer to add a
 * passkey.
 */
export function WelcomePage({ admin: { name, role } }: { admin: Admin }) {
  const session = useSession();
  const [step, setStep] = useState<Step>('start');
  const staffPage = accountPages.find(({ label }) => label === 'Staff');
  const pages = [...areasFor(role), ...(staffPage?.roles.includes(role) ? [staffPage] : [])];
  const toDesk = (
    <Button component={Link} to={firstPageOf(role).to} variant="filled" size="md" fullWidth>
      Open the desk
    </Button>
  );
  return (
    <>
      {step === 'passkey' || step === 'codes' ? (
        <EntryPage
          title={step === 'passkey' ? 'Add a passkey' : 'Your recovery codes'}
          subtitle={
            step === 'passkey'
              ? 'You sign in with it from now on.'
              : 'For the day on which you do not have your passkey.'
          }
        >
          {step === 'passkey' ? (
            <Stack gap="xs">
              <PasskeyForm onAdded={() => setStep('codes')} />
              <Button variant="subtle" fullWidth onClick={() => setStep('start')}>
                Back
              </Button>
            </Stack>
          ) : (
            <RecoveryCodes done="I have kept them" onDone={() => setStep('done')} />
          )}
        </EntryPage>
      ) : (
        <EntryPage title="You are signed in" subtitle={`${name} · ${roleNames[role]}`}>
          <Stack gap="lg">
            <Text>{purposes[role]}</Text>
            <Stack gap={6}>
              <Text size="xs" fw={500} id="your-areas">
                Your areas
              </Text>
              <Group component="ul" gap="xs" aria-labelledby="your-areas">
                {pages.map(({ label, to }) => (
                  <li key={to}>
                    <Button component={Link} to={to}>
                      {label}
                    </Button>
                  </li>
                ))}
              </Group>
            </Stack>
            {step === 'done' && <Text role="status">Your passkey is added.</Text>}
            {step === 'start' && canUsePasskeys() && (
              <Stack gap="xs">
                <Text c="dimmed">
                  With a passkey you sign in by finger, face or PIN, and a stolen password is not enough to be you.
                </Text>
                <Button
                  size="md"
                  fullWidth
                  leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden="true" />}
                  onClick={() => setStep('passkey')}
                >
                  Add a passkey
                </Button>
              </Stack>
            )}
            {toDesk}
          </Stack>
        </EntryPage>
      )}
      {'admin' in session && <SessionDialogs {...session} />}
    </>
  );
}
