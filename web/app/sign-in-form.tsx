import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { authRoutes, type Challenge, type Proof, type Session, SignIn } from '#contract/auth.ts';
import { CallError, call, explainTries } from '#web/api/call.ts';
import { PasskeyButton } from '#web/app/passkey-button.tsx';
import { PasswordField } from '#web/form/password-field.tsx';
import { useServerForm } from '#web/form/use-server-form.ts';
import { canUsePasskeys } from '#web/lib/can-use-passkeys.ts';
import { isTyping } from '#web/lib/typing.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const ProofForm = lazyComponent(async () => (await import('#web/factors/proof-form.tsx')).ProofForm);

type SignInFormProps = {
  /** The email of the account whose password is asked for. Without it the form asks for the email too. */
  email?: string;
  onSignedIn: (session: Session) => void;
  /** Called when the form starts or stops asking for the second factor. */
  onFactorAsked?: (asked: boolean) => void;
};

/** A refusal is shown in one sentence, any other failed call with its request id. */
const explainSignIn = (knowsEmail: boolean) => (thrown: unknown) => {
  const refused = thrown instanceof CallError && thrown.status === 401;
  if (!refused) return explainTries(thrown);
  return { message: knowsEmail ? 'This password is not right' : thrown.detail };
};

/** Asks for email and password, and then for the second factor if the account has one. */
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
        {/* Outside the sign-in page it could be another person's passkey. */}
        {email === undefined && canUsePasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
      </Stack>
    );
  }
  const prove = async (proof: Proof) => {
    // The password was already asked for.
    if (proof.kind === 'password') return;
    onSignedIn(await call(authRoutes.factor, { challenge: challenge.challenge, proof }));
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

/** Asks for email and password. A failure is shown in a red box above them. */
function PasswordForm({ email, onSignedIn, onChallenge }: PasswordFormProps) {
  const { formProps, field, busy, failed } = useServerForm({
    initial: { email: email ?? '', password: '' },
    labels: { email: { label: 'Email' }, password: { label: 'Password' } },
    schema: SignIn,
    send: async (input) => {
      const answer = await call(authRoutes.signIn, input);
      if ('factor' in answer) onChallenge(answer.factor);
      else onSignedIn(answer);
    },
    explain: explainSignIn(email !== undefined),
  });
  const password = field('password');
  return (
    <form {...formProps} aria-label="Sign in">
      <Stack gap="lg">
        {failed && <InlineFailure failed={failed} />}
        {email === undefined && (
          <TextInput
            type="email"
            size="md"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
            // Another tab may have signed out while the user is typing here.
            autoFocus={!isTyping()}
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
