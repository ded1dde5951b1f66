import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import { originOf } from '#server/auth/limits/device.ts';
import { acceptInvitation, findInvited } from '#server/auth/invitations.ts';
import { attemptOf } from '#server/auth/limits/limits.ts';
import type { SessionCookie } from '#server/auth/sessions/cookie.ts';
import type { SessionStore } from '#server/auth/sessions/store.ts';
import { recordEvent } from '#server/log/events.ts';
import type { Handlers } from '#server/http/mount.ts';

type Options = {
  db: NodePgDatabase;
  sessions: SessionStore;
  cookie: SessionCookie;
  /** Whether every account needs a second factor: the session may then only set one up. */
  requireSecondFactor: boolean;
};

/**
 * The handlers for the receiver of a link. The new password signs them in, as on the sign-in page: an account with
 * second factors gets no session, since a link must not replace a factor.
 */
export const invitationHandlers = ({
  db,
  sessions,
  cookie,
  requireSecondFactor,
}: Options): Handlers<typeof api.invitation> => ({
  async open({ token, password }, { request, reply }) {
    if (password === undefined) return { ...(await db.transaction((tx) => findInvited(tx, token))), session: null };
    const { passwordHash, ...invited } = await db.transaction(async (tx) => {
      const accepted = await acceptInvitation(tx, token, password);
      const { id, email, isNew } = accepted;
      const details = isNew ? 'by an invitation' : 'by a link';
      const what = { action: 'set-password', area: 'staff', kind: 'account', entityId: id, label: email } as const;
      await recordEvent(tx, { actor: accepted, ...what, details });
      return accepted;
    });
    const started = await sessions.startByPassword(
      { staffId: invited.id, passwordHash, from: originOf(request) },
      { attempt: attemptOf(invited.email, request.ip), mustAddFactor: requireSecondFactor },
    );
    return { ...invited, session: started && 'session' in started ? cookie.open(started, reply) : null };
  },
});
