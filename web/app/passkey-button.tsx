import { Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { authRoutes, type Session } from '#contract/auth.ts';
import { call } from '#web/api/call.ts';
import { explainProof } from '#web/factors/explain.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

async function signIn() {
  const [challenge, { askForPasskey }] = await Promise.all([
    call(authRoutes.passkey, {}),
    import('#web/factors/passkeys.ts'),
  ]);
  return call(authRoutes.factor, { challenge: challenge.challenge, proof: await askForPasskey(challenge) });
}

/** Signs in with only a passkey. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const { mutate, error, isPending } = useMutation({ mutationFn: signIn, onSuccess: onSignedIn });
  return (
    <Stack gap="lg">
      {error && <InlineFailure failed={explainProof(error)} />}
      <BusyButton
        size="md"
        fullWidth
        leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden="true" />}
        busy={isPending}
        busyLabel="Waiting for your passkey..."
        onClick={() => mutate()}
      >
        Sign in with a passkey
      </BusyButton>
    </Stack>
  );
}
