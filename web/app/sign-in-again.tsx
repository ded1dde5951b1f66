import { Button, Modal } from '@mantine/core';
import type { Admin } from '#contract/auth.ts';
import { enter, leave } from '#web/api/session.ts';
import classes from '#web/app/sign-in-again.module.css';
import { SignInForm } from '#web/app/sign-in-form.tsx';

/** The session is over: signs in again in place, so that what was being done goes on where it stopped. */
export function SignInAgain({ admin, opened }: { admin: Admin; opened: boolean }) {
  return (
    <Modal
      opened={opened}
      onClose={() => {}}
      title="Sign in again"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="26rem"
    >
      <p className={classes.line}>
        Your session has ended. Nothing on this page is lost: enter the password of <strong>{admin.email}</strong> to go
        on.
      </p>
      <SignInForm email={admin.email} onSignedIn={enter} />
      <Button variant="subtle" fullWidth mt="xs" onClick={leave}>
        Log out instead
      </Button>
    </Modal>
  );
}
