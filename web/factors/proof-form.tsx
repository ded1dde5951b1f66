import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { type Challenge, type Proof, type ProofKind, RecoveryCode, SignIn, TotpCode } from '#contract/auth.ts';
import { explainProof, isOver } from '#web/factors/explain.ts';
import { PasswordField } from '#web/form/password-field.tsx';
import { useServerForm } from '#web/form/use-server-form.ts';
import { canUsePasskeys } from '#web/lib/can-use-passkeys.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type TypedKind = Exclude<ProofKind, 'passkey'>;

type ProofFormProps = {
  challenge: Challenge;
  /** Sends the proof. The form shows a thrown failure. */
  onProof: (proof: Proof) => Promise<unknown>;
  /** The challenge has expired: a new one is needed. */
  onOver?: () => void;
};

/** Proves the user's identity, in one of the ways that the challenge accepts. */
export function ProofForm({ challenge, onProof, onOver }: ProofFormProps) {
  const kinds = challenge.kinds.filter((kind) => kind !== 'passkey' || canUsePasskeys());
  const [way, setWay] = useState(kinds[0]);
  const send = async (proof: Proof) => {
    try {
      await onProof(proof);
    } catch (thrown) {
      if (isOver(thrown)) onOver?.();
      throw thrown;
    }
  };
  if (!way) return <Text>Your passkey cannot be used here: open the desk by its name, not by an IP address.</Text>;
  return (
    <Stack gap="xs">
      {way === 'passkey' ? (
        <PasskeyProof challenge={challenge} send={send} />
      ) : (
        <TypedProof key={way} kind={way} send={send} />
      )}
      {kinds
        .filter((kind) => kind !== way)
        .map((kind) => (
          <Button key={kind} variant="subtle" fullWidth onClick={() => setWay(kind)}>
            {others[kind]}
          </Button>
        ))}
    </Stack>
  );
}

const others: Record<ProofKind, string> = {
  password: 'Use your password instead',
  passkey: 'Use a passkey instead',
  totp: 'Use your authenticator app instead',
  'recovery-code': 'Use a recovery code instead',
};

type SendProps = { send: (proof: Proof) => Promise<unknown> };

function PasskeyProof({ challenge, send }: SendProps & { challenge: Challenge }) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<ShownFailure>();
  const ask = async () => {
    setBusy(true);
    setFailed(undefined);
    try {
      const { askForPasskey } = await import('#web/factors/passkeys.ts');
      await send(await askForPasskey(challenge));
    } catch (thrown) {
      setFailed(explainProof(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="lg">
      {failed && <InlineFailure failed={failed} />}
      <Text>Your browser asks for your finger, your face, your PIN or your security key.</Text>
      <BusyButton
        variant="filled"
        size="md"
        fullWidth
        busy={busy}
        busyLabel="Waiting for your passkey..."
        onClick={() => void ask()}
      >
        Use your passkey
      </BusyButton>
    </Stack>
  );
}

const typed = {
  password: { label: 'Password', schema: SignIn.shape.password },
  totp: { label: 'Code', schema: TotpCode },
  'recovery-code': { label: 'Recovery code', schema: RecoveryCode },
} satisfies Record<TypedKind, { label: string; schema: z.ZodType<string> }>;

function TypedProof({ kind, send }: SendProps & { kind: TypedKind }) {
  const { label, schema } = typed[kind];
  const { formProps, field, busy, failed } = useServerForm({
    initial: { proof: '' },
    labels: { proof: { label } },
    schema: z.object({ proof: schema }),
    send: ({ proof }) => send(kind === 'password' ? { kind, password: proof } : { kind, code: proof }),
    explain: explainProof,
  });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const props = { ref: input, size: 'md', 'aria-required': true, ...field('proof') } as const;
  return (
    <form {...formProps} aria-label="Confirm that it is you">
      <Stack gap="lg">
        {failed && <InlineFailure failed={failed} />}
        {kind === 'password' && <PasswordField autoComplete="current-password" {...props} />}
        {kind === 'totp' && (
          <TextInput
            description="The 6 digits that your authenticator app shows"
            inputMode="numeric"
            autoComplete="one-time-code"
            {...props}
          />
        )}
        {kind === 'recovery-code' && (
          <TextInput
            description="One of the codes that you kept when you set this up. Each works once."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...props}
          />
        )}
        <BusyButton type="submit" variant="filled" size="md" fullWidth busy={busy} busyLabel="Checking...">
          Continue
        </BusyButton>
      </Stack>
    </form>
  );
}
