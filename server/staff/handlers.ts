import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import { type WithLink, invitationHours } from '#contract/staff.ts';
import type { SignInLimits } from '#server/auth/limits/limits.ts';
import { addStaff, removeFactors, unlockStaff, updateStaff } from '#server/auth/accounts.ts';
import { makeLink, renewLink } from '#server/auth/invitations.ts';
import { generatePassword } from '#server/auth/passwords.ts';
import type { Change } from '#server/history/change.ts';
import type { History } from '#server/history/history.ts';
import { Failure, notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { LinkMail } from '#server/auth/link-mail.ts';
import { accountQueries, idOf, lockAccount } from '#server/staff/queries.ts';

const area = 'staff';
const kind = 'account';

type Locked = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** Throws 409 when administrators change their own role, or disable themselves. */
function expectAnother(own: string, account: Locked, { role, disabled }: { role?: string; disabled?: boolean }) {
  if (account.id !== own || (disabled !== true && (role === undefined || role === account.role))) return;
  const message = 'You cannot change your own role or disable your own account. Ask another administrator.';
  throw new Failure(409, 'own_account', message);
}

/** Administrators manage accounts. `npm run staff` does the same from the shell, with the same functions. */
export function staffHandlers(history: History, send: LinkMail, limits: SignInLimits): Handlers<typeof api.staff> {
  const { list, read } = accountQueries(limits);

  /** Locks the account `id` for a change. */
  const lock = async ({ tx }: Change, id: string) => {
    const account = await lockAccount(tx, id);
    if (!account) throw notFound('staff account');
    return account;
  };

  /** Creates a link and returns it with the account. */
  async function withLink(tx: NodePgDatabase, { id, by, isNew }: { id: string; by: string; isNew: boolean }) {
    const link = await makeLink(tx, { staffId: id, by, isNew });
    return { account: await read(tx, id), link };
  }

  /** The same for a repeated call. The link is not stored, so a new one replaces it. */
  async function withLinkAgain(tx: NodePgDatabase, { id, by }: { id: string; by: string }) {
    const link = await renewLink(tx, { staffId: id, by });
    return { account: await read(tx, id), link };
  }

  type Made = Awaited<ReturnType<typeof withLink>>;

  /** Sends the link of a response by mail, if mail is configured. */
  async function sent({ account, link }: Made): Promise<WithLink> {
    const isNew = account.state === 'invited';
    const letter = { to: account.email, name: account.name, token: link.token, isNew, hours: invitationHours };
    return { account, link: { ...link, sent: await send(letter) } };
  }

  return {
    list: async () => ({ staff: await list(history.db) }),

    async invite({ email, name, role, qualification }, context) {
      const by = context.staff.id;
      let id = '';
      const made = await history.change(
        context,
        async (change) => {
          ({ id } = await addStaff(change.tx, { email, name, role, qualification, password: generatePassword() }));
          const answer = await withLink(change.tx, { id, by, isNew: true });
          change.about({ action: 'invite', area, kind, entityId: id, label: email, details: `as ${role}` });
          return answer;
        },
        { readAgain: async (tx) => withLinkAgain(tx, { id: await idOf(tx, email), by }) },
      );
      return sent(made);
    },

    update: ({ id, disabled, ...fields }, context) =>
      history.change(context, async (change) => {
        const account = await lock(change, id);
        expectAnother(context.staff.id, account, { ...fields, ...(disabled !== undefined && { disabled }) });
        const { name = account.name, role = account.role, qualification = account.qualification } = fields;
        const enabled = disabled === undefined ? account.enabled : !disabled;
        const switched = enabled !== account.enabled;
        const details = [
          ...(role === account.role ? [] : [`${account.role} to ${role}`]),
          ...(name === account.name ? [] : [`${account.name} to ${name}`]),
          ...(qualification === account.qualification ? [] : [`qualification ${qualification || 'removed'}`]),
        ];
        if (!switched && details.length === 0) return read(change.tx, id);
        await updateStaff(change.tx, account.email, { name, role, qualification, ...(switched && { enabled }) });
        const action = switched ? (enabled ? 'enable' : 'disable') : role === account.role ? 'update' : 'change-role';
        change.about({ action, area, kind, entityId: id, label: account.email, details: details.join(', ') });
        return read(change.tx, id);
      }),

    async reset({ id }, context) {
      const by = context.staff.id;
      const made = await history.change(
        context,
        async (change) => {
          const { email, enabled } = await lock(change, id);
          if (!enabled) throw new Failure(409, 'disabled', 'This account is disabled. Enable it first.');
          change.about({ action: 'new-link', area, kind, entityId: id, label: email });
          return withLink(change.tx, { id, by, isNew: false });
        },
        { readAgain: (tx) => withLinkAgain(tx, { id, by }) },
      );
      return sent(made);
    },

    unlock: ({ id }, context) =>
      history.change(context, async (change) => {
        const { email } = await lock(change, id);
        await unlockStaff(change.tx, email);
        change.about({ action: 'unlock', area, kind, entityId: id, label: email });
      }),

    removeFactors: ({ id }, context) =>
      history.change(context, async (change) => {
        const { email } = await lock(change, id);
        if (id === context.staff.id) {
          throw new Failure(409, 'own_account', 'Remove your own second factors in My account.');
        }
        if ((await read(change.tx, id)).hasFactor) {
          await removeFactors(change.tx, email);
          change.about({ action: 'remove-factor', area, kind, entityId: id, label: email, details: 'all of them' });
        }
        return read(change.tx, id);
      }),
  };
}
