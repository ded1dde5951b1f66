import { Stack, TextInput } from '@mantine/core';
import { api } from '#contract/api.ts';
import { SignIn, type Session } from '#contract/auth.ts';
import { CallError, call, explain } from '#web/api/call.ts';
import { PasswordField } from '#web/form/password-field.tsx';
import { useServerForm } from '#web/form/use-server-form.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type SignInFormProps = {
  /** The email of the person whose password is asked for. Without it the form asks for the email too. */
  email?: string;
  onSignedIn: (session: Session) => void;
};

/** A refusal is shown in the server's own sentence, any other failed call with its request id. */
function explainSignIn(thrown: unknown) {
  const refused = thrown instanceof CallError && (thrown.status === 401 || thrown.status === 429);
  return refused ? { message: thrown.detail } : explain(thrown);
}

/** Asks for email and password. What went wrong stands in a red box above them. */
export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const { formProps, field, busy, failed } = useServerForm({
    initial: { email: email ?? '', password: '' },
    schema: SignIn,
    send: async (input) => onSignedIn(await call(api.auth.signIn, input)),
    explain: explainSignIn,
  });
  const password = field('password');
  return (
    <form {...formProps} aria-label="Sign in">
      <Stack gap="lg">
        {failed && <InlineFailure failed={failed} />}
        {email === undefined && (
          <TextInput
            label="Email"
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
          label="Password"
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
