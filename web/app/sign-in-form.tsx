import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { auth, type Challenge, type Proof, type Session, SignIn } from '#contract/auth.ts';
import { CallError, call, explain } from '#web/api/call.ts';
import { PasskeyButton } from '#web/app/passkey-button.tsx';
import { PasswordField } from '#web/form/password-field.tsx';
import { useServerForm } from '#web/form/use-server-form.ts';
import { counted } from '#web/lib/numbers.ts';
import { useNow } from '#web/lib/use-now.ts';
import { canUsePasskeys } from '#web/lib/can-use-passkeys.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const ProofForm = lazyComponent(async () => (await import('#web/factors/proof-form.tsx')).ProofForm);

type SignInFormProps = {
  /** The email of the person whose password is asked for. Without it the form asks for the email too. */
  email?: string;
  onSignedIn: (session: Session) => void;
  /** Called with whether the form asks for the second factor, when that changes. */
  onFactorAsked?: (asked: boolean) => void;
};

/** A refusal is shown in the server's own sentence, any other failed call with its request id. */
function explainSignIn(thrown: unknown) {
  const refused = thrown instanceof CallError && (thrown.status === 401 || thrown.status === 429);
  return refused ? { message: thrown.detail } : explain(thrown);
}

/** Says how many minutes are left until the next try has a chance. */
function Blocked({ until }: { until: Date }) {
  const minutes = Math.ceil((until.getTime() - useNow().getTime()) / 60_000);
  const next = minutes > 0 ? `Try again in ${counted(minutes, 'minute')}.` : 'You can try again now.';
  return <InlineFailure failed={{ message: `Too many failed sign-ins. ${next}` }} />;
}

/** Asks for email and password, and then for the second factor of an account that has one. */
export function SignInForm({ email, onSignedIn, onFactorAsked }: SignInFormProps) {
  const [challenge, setChallenge] = useState<Challenge>();
  const ask = (next: Challenge | undefined) => {
    setChallenge(next);
    onFactorAsked?.(next !== undefined);
  };
  if (!challenge) {
    return (
      <Stack gap="md">
        <PasswordForm email={email} onSignedIn={onSignedIn} onChallenge={ask} />
        {/* In another place than the sign-in page it could be the passkey of somebody else. */}
        {email === undefined && canUsePasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
      </Stack>
    );
  }
  const prove = async (proof: Proof) => {
    // It was asked for already.
    if (proof.kind === 'password') return;
    onSignedIn(await call(auth.factor, { challenge: challenge.challenge, proof }));
  };
  return (
    <Stack gap="xs">
      <ProofForm challenge={challenge} onProof={prove} />
      <Button variant="subtle" fullWidth onClick={() => ask(undefined)}>
        Back
      </Button>
    </Stack>
  );
}

type PasswordFormProps = {
  email: string | undefined;
  onSignedIn: (session: Session) => void;
  onChallenge: (challenge: Challenge) => void;
};

/** Asks for email and password. What went wrong stands in a red box above them. */
function PasswordForm({ email, onSignedIn, onChallenge }: PasswordFormProps) {
  const [blocked, setBlocked] = useState<Date>();
  const { formProps, field, busy, failed } = useServerForm({
    initial: { email: email ?? '', password: '' },
    labels: { email: { label: 'Email' }, password: { label: 'Password' } },
    schema: SignIn,
    send: async (input) => {
      try {
        const answer = await call(auth.signIn, input);
        if ('factor' in answer) onChallenge(answer.factor);
        else onSignedIn(answer);
      } catch (thrown) {
        const wait = thrown instanceof CallError && thrown.status === 429 ? thrown.retryAfter : 0;
        setBlocked(wait > 0 ? new Date(Date.now() + wait) : undefined);
        throw thrown;
      }
    },
    explain: explainSignIn,
  });
  const password = field('password');
  return (
    <form {...formProps} aria-label="Sign in">
      <Stack gap="lg">
        {failed && (blocked ? <Blocked until={blocked} /> : <InlineFailure failed={failed} />)}
        {email === undefined && (
          <TextInput
            type="email"
            size="md"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
            autoFocus
            {...field('email')}
          />
        )}
        <PasswordField
          size="md"
          autoComplete="current-password"
          aria-required
          data-autofocus={email !== undefined || undefined}
          aria-invalid={Boolean(password.error)}
          {...password}
        />
        <BusyButton type="submit" variant="filled" size="md" fullWidth busy={busy} busyLabel="Signing in...">
          Sign in
        </BusyButton>
      </Stack>
    </form>
  );
}
