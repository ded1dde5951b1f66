import { Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { TotpCode } from '#contract/auth.ts';
import { type Factor, factorRoutes } from '#contract/factors.ts';
import { call } from '#web/api/call.ts';
import { failureOf } from '#web/api/query.ts';
import { explainProof, isOver } from '#web/factors/explain.ts';
import { useServerForm } from '#web/form/use-server-form.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

/** Gives an authenticator app a secret, as a QR code or to be typed, and asks for the code that the app then shows. */
export function AuthenticatorAppForm({ onAdded }: { onAdded: (factor: Factor) => void }) {
  const begun = useQuery({
    queryKey: [factorRoutes.startTotp.path],
    queryFn: () => call(factorRoutes.startTotp, {}),
    // A secret is valid for one opening of the form.
    gcTime: 0,
    staleTime: Infinity,
  });
  const { data, error, refetch } = begun;
  const { formProps, field, busy, failed } = useServerForm({
    initial: { code: '' },
    labels: { code: { label: 'Code' } },
    schema: z.object({ code: TotpCode }),
    send: async ({ code }) => {
      try {
        onAdded(await call(factorRoutes.addTotp, { challenge: data?.challenge ?? '', code }));
      } catch (thrown) {
        if (isOver(thrown)) void refetch();
        throw thrown;
      }
    },
    explain: explainProof,
  });
  if (error) return <FailedPanel {...failureOf(begun)} />;
  if (!data) return <SkeletonRows shape="text" rows={6} label="Loading the key for the app" />;
  return (
    <form {...formProps} aria-label="Authenticator app">
      <Stack gap="lg">
        {failed && <InlineFailure failed={failed} />}
        <Text>Scan this with your authenticator app, such as Google Authenticator or Aegis.</Text>
        <QrCode text={data.address} label="QR code for your authenticator app" />
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text c="dimmed">
            No camera? Give this key to the app: <Code>{data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</Code>
          </Text>
          <CopyButton text={data.secret} of="the key" />
        </Group>
        <TextInput
          size="md"
          description="The 6 digits that the app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-required
          // The key is shown after the dialog has opened, when its first button already has the focus.
          autoFocus
          {...field('code')}
        />
        <BusyButton type="submit" variant="filled" size="md" fullWidth busy={busy} busyLabel="Adding">
          Add the app
        </BusyButton>
      </Stack>
    </form>
  );
}
