import { useConfirming } from '#web/api/confirmation.ts';
import type { SessionState } from '#web/api/session.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const SignInAgain = lazyComponent(async () => (await import('#web/app/sign-in-again.tsx')).SignInAgain);
const ConfirmIdentity = lazyComponent(async () => (await import('#web/app/confirm-identity.tsx')).ConfirmIdentity);

/** The dialogs that ask, above everything else, who is there. */
export function SessionDialogs({ admin, status }: Extract<SessionState, { admin: unknown }>) {
  const confirming = useConfirming();
  return (
    <>
      <SignInAgain admin={admin} opened={status !== 'in'} replaced={status === 'replaced'} />
      <ConfirmIdentity opened={confirming} />
    </>
  );
}
