import { useConfirming } from '#web/api/confirmation.ts';
import type { SessionState } from '#web/api/session.ts';
import { SessionLine } from '#web/app/session-line.tsx';
import { useAfterTyping } from '#web/lib/typing.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const SignInAgain = lazyComponent(async () => (await import('#web/app/sign-in-again.tsx')).SignInAgain);
const ConfirmIdentity = lazyComponent(async () => (await import('#web/app/confirm-identity.tsx')).ConfirmIdentity);

/**
 * The dialogs, above everything else, that ask for the user's identity. While the user is typing, a line is shown
 * instead.
 */
export function SessionDialogs({ admin, status }: Extract<SessionState, { admin: unknown }>) {
  const isOver = status !== 'in';
  const asking = useAfterTyping(isOver);
  const confirming = useAfterTyping(useConfirming());
  return (
    <>
      <SessionLine shown={isOver && !asking} replaced={status === 'replaced'} />
      <SignInAgain admin={admin} opened={asking} replaced={status === 'replaced'} />
      <ConfirmIdentity opened={confirming} />
    </>
  );
}
