import { Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { type Factor, factorRoutes } from '#contract/factors.ts';
import { call } from '#web/api/call.ts';
import { explainProof } from '#web/factors/explain.ts';
import { useServerForm } from '#web/form/use-server-form.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

/** Asks for the name of a passkey, and creates it in the browser. */
export function PasskeyForm({ onAdded }: { onAdded: (factor: Factor) => void }) {
  const { formProps, field, busy, failed } = useServerForm({
    initial: { name: 'My passkey' },
    labels: { name: { label: 'Name' } },
    schema: z.object({ name: factorRoutes.addPasskey.input?.shape.name ?? z.string() }),
    send: async ({ name }) => {
      const [begun, { makePasskey }] = await Promise.all([
        call(factorRoutes.startPasskey, {}),
        import('#web/factors/passkeys.ts'),
      ]);
      const made = await makePasskey(begun);
      onAdded(await call(factorRoutes.addPasskey, { challenge: begun.challenge, name, ...made }));
    },
    explain: explainProof,
  });
  return (
    <form {...formProps} aria-label="Passkey">
      <Stack gap="lg">
        {failed && <InlineFailure failed={failed} />}
        <Text>
          Your browser asks for your finger, your face, your PIN or your security key. A passkey also signs you in on
          its own, without the password.
        </Text>
        <TextInput
          size="md"
          description="So that you recognise it in your list, such as “Work laptop”"
          aria-required
          data-autofocus
          {...field('name')}
        />
        <BusyButton
          type="submit"
          variant="filled"
          size="md"
          fullWidth
          busy={busy}
          busyLabel="Waiting for your passkey..."
        >
          Add a passkey
        </BusyButton>
      </Stack>
    </form>
  );
}
