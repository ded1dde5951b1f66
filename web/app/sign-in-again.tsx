import { Button, Text } from '@mantine/core';
import type { Admin } from '#contract/auth.ts';
import { enter, leave, startAnew } from '#web/api/session.ts';
import { SignInForm } from '#web/app/sign-in-form.tsx';
import { TopDialog } from '#web/ui/top-dialog.tsx';

type SignInAgainProps = {
  admin: Admin;
  opened: boolean;
  /** Another account has signed in on this browser. */
  replaced: boolean;
};

/** A dialog for a session that is over: the user signs in again in place, and can then continue. */
export function SignInAgain({ admin, opened, replaced }: SignInAgainProps) {
  return (
    <TopDialog
      id="sign-in-again"
      opened={opened}
      title={replaced ? 'Someone else has signed in' : 'Sign in again'}
      above
    >
      <Text c="dimmed" mb="lg">
        {replaced
          ? 'Another account is signed in on this browser now. Nothing on this page is lost, and nothing was sent in its name. Enter the password for '
          : 'Your session has ended. Your text is kept; sign in to save it. Enter the password for '}
        <Text span fw={500} c="bright">
          {admin.email}
        </Text>{' '}
        to continue{replaced && '; using the other account empties this page'}.
      </Text>
      <SignInForm email={admin.email} onSignedIn={enter} />
      <Button variant="subtle" fullWidth mt="xs" onClick={replaced ? startAnew : leave}>
        {replaced ? 'Use the other account' : 'Log out instead'}
      </Button>
    </TopDialog>
  );
}
