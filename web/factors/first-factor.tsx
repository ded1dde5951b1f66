import { Button, Stack, Text } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { AuthenticatorAppForm } from '#web/factors/authenticator-app-form.tsx';
import { PasskeyForm } from '#web/factors/passkey-form.tsx';
import { RecoveryCodes } from '#web/factors/recovery-codes.tsx';
import { canUsePasskeys } from '#web/lib/can-use-passkeys.ts';

type Step = 'choose' | 'passkey' | 'totp' | 'codes';

/** Sets up an account's first second factor, step by step, with the recovery codes last. */
export function FirstFactor({ onDone }: { onDone: () => void }) {
  const [step, setStep] = useState<Step>('choose');
  const toCodes = () => setStep('codes');
  if (step === 'codes') return <RecoveryCodes done="Open the desk" onDone={onDone} />;
  if (step === 'choose') {
    return (
      <Stack gap="lg">
        <Text>
          Everyone here needs a second factor besides the password, because the desk holds the private lives of many
          women. Which one would you like to use?
        </Text>
        {canUsePasskeys() && (
          <Button
            variant="filled"
            size="md"
            leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden="true" />}
            onClick={() => setStep('passkey')}
          >
            A passkey: finger, face or PIN
          </Button>
        )}
        <Button
          size="md"
          leftSection={<IconDeviceMobile size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => setStep('totp')}
        >
          An authenticator app on your phone
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="xs">
      {step === 'passkey' ? <PasskeyForm onAdded={toCodes} /> : <AuthenticatorAppForm onAdded={toCodes} />}
      <Button variant="subtle" fullWidth onClick={() => setStep('choose')}>
        Back
      </Button>
    </Stack>
  );
}
