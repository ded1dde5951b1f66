import { Button, Modal, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { Admin } from '#contract/auth.ts';
import { enter, leave, startAnew } from '#web/api/session.ts';
import { SignInForm } from '#web/app/sign-in-form.tsx';
import { giveFocus } from '#web/lib/focus.ts';

type SignInAgainProps = {
  admin: Admin;
  opened: boolean;
  /** Somebody else has signed in on this browser meanwhile. */
  replaced: boolean;
};

const id = 'sign-in-again';

/** Everything but this dialog is inert, other dialogs too, so that neither a key nor a timer moves the focus there. */
function useAlone(opened: boolean) {
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    const own = document.getElementById(id);
    const others = [...document.body.children].filter((one) => one instanceof HTMLElement && !one.contains(own));
    for (const other of others) other.toggleAttribute('inert', true);
    return () => {
      for (const other of others) other.toggleAttribute('inert', false);
      giveFocus(before);
    };
  }, [opened]);
}

/** A dialog for a session that is over: the person signs in again in place, and the work goes on where it stopped. */
export function SignInAgain({ admin, opened, replaced }: SignInAgainProps) {
  useAlone(opened);
  return (
    <Modal
      id={id}
      opened={opened}
      onClose={() => {}}
      title={replaced ? 'Someone else has signed in' : 'Sign in again'}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      returnFocus={false}
      // The dialog has a container of its own, above every other dialog, drawer and menu.
      portalProps={{ reuseTargetNode: false }}
      zIndex={350}
      size="26rem"
    >
      <Text c="dimmed" mb="lg">
        {replaced
          ? 'Another account is signed in on this browser now. Nothing on this page is lost or was sent in its name. Enter the password for '
          : 'Your session has ended. Nothing on this page is lost: enter the password for '}
        <Text span fw={500} c="bright">
          {admin.email}
        </Text>{' '}
        to continue{replaced && '; using the other account empties this page'}.
      </Text>
      <SignInForm email={admin.email} onSignedIn={enter} />
      <Button variant="subtle" fullWidth mt="xs" onClick={replaced ? startAnew : leave}>
        {replaced ? 'Use the other account' : 'Log out instead'}
      </Button>
    </Modal>
  );
}
