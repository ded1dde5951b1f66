import { invitationHours, type WithLink } from '#contract/staff.ts';
import { SecretDialog } from '#web/features/staff/secret-dialog.tsx';
import { dateTime } from '#web/lib/dates.ts';

/** Shows a new link, once only, to pass on. */
export function LinkDialog({ made: { account, link }, onClose }: { made: WithLink; onClose: () => void }) {
  return (
    <SecretDialog
      title={account.state === 'invited' ? `Invitation for ${account.name}` : `A link for ${account.name}`}
      noun="link"
      // In the fragment, so that it appears in no server log.
      value={`${location.origin}/admin/desk/invitation#${link.token}`}
      isTaken={link.sent === true}
      onClose={onClose}
    >
      {link.sent === false && `It could not be sent to ${account.email}. `}
      {link.sent ? `It was sent to ${account.email}. You can also` : 'Copy this link and'} give it to {account.name}{' '}
      yourself. It is shown only now and works once, until {dateTime(link.expiresAt)} ({invitationHours} hours).
    </SecretDialog>
  );
}
