import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { type SignInEntry, type StaffSession, shownSignIns } from '#contract/account.ts';
import type { api } from '#contract/api.ts';
import { resetPassword, updateStaff } from '#server/auth/accounts.ts';
import { wantsDailyMail, wishForDailyMail } from '#server/auth/daily-mail.ts';
import type { SignInLimiter } from '#server/auth/limits/limits.ts';
import { checkPassword } from '#server/auth/passwords.ts';
import type { RefusalLog } from '#server/auth/limits/refused-sign-ins.ts';
import { unauthenticated } from '#server/auth/sessions/store.ts';
import { sessions } from '#server/auth/tables.ts';
import { recordEvent } from '#server/log/events.ts';
import type { History } from '#server/history/history.ts';
import { operations } from '#server/log/tables.ts';
import type { Context } from '#server/http/context.ts';
import { invalid, notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';

const about = { area: 'staff', kind: 'account' } as const;

/** The session of a call. */
function ownSession({ request }: Context) {
  if (!request.session) throw unauthenticated();
  return request.session.id;
}

/** The data and changes of their own account that all accounts have. */
export function accountHandlers(
  history: History,
  { limiter, refusals }: { limiter: SignInLimiter; refusals: RefusalLog },
  { sessionIdleMinutes: idleMinutes, sendsMail }: { sessionIdleMinutes: number; sendsMail: boolean },
): Handlers<typeof api.account> {
  const { db } = history;

  /** The live sessions of the caller, the last used one first. */
  async function listSessions(context: Context): Promise<StaffSession[]> {
    const own = ownSession(context);
    const isLive = sql`${sessions.endsAt} > now() AND ${sessions.usedAt} > now() - make_interval(mins => ${idleMinutes})`;
    const found = await db
      .select({ id: sessions.id, from: sessions.from, startedAt: sessions.createdAt, usedAt: sessions.usedAt })
      .from(sessions)
      .where(and(eq(sessions.staffId, context.staff.id), isLive))
      .orderBy(desc(sessions.usedAt));
    return found.map((session) => Object.assign(session, { current: session.id === own }));
  }

  return {
    async get(_, context) {
      const { id } = context.staff;
      const signIns: SignInEntry[] = await db
        .select({
          at: operations.at,
          refused: sql<boolean>`${operations.action} = 'refuse'`,
          count: operations.count,
          from: operations.details,
        })
        .from(operations)
        .where(
          and(
            eq(operations.kind, 'account'),
            eq(operations.entityId, id),
            inArray(operations.action, ['sign-in', 'refuse']),
          ),
        )
        .orderBy(desc(operations.at))
        .limit(shownSignIns);
      const dailyMail = { isWanted: await wantsDailyMail(db, id), isPossible: sendsMail };
      return { admin: context.staff, sessions: await listSessions(context), signIns, dailyMail };
    },

    sessions: async (_, context) => ({ sessions: await listSessions(context) }),

    setDailyMail: ({ isWanted }, context) =>
      history.change(context, async (change) => {
        const { id, email } = context.staff;
        if (!(await wishForDailyMail(change.tx, id, isWanted))) return;
        const details = isWanted ? 'mail of the day on' : 'mail of the day off';
        change.about({ ...about, action: 'update', entityId: id, label: email, details });
      }),

    rename: ({ name }, context) =>
      history.change(context, async (change) => {
        const { id, email, name: before } = context.staff;
        if (name !== before) {
          await updateStaff(change.tx, email, { name });
          change.about({ ...about, action: 'update', entityId: id, label: email, details: `${before} to ${name}` });
        }
        return { ...context.staff, name };
      }),

    async changePassword({ present, password }, context) {
      const { id, email } = context.staff;
      const { ip } = context.request;
      // A stolen bearer must not allow unlimited tries of passwords.
      const { attempt, found } = await limiter.reserve(email, ip, 'session');
      if (!(await checkPassword(found?.passwordHash, present))) {
        refusals.count({ id, email }, ip);
        throw invalid([{ path: 'present', message: 'This is not your current password' }]);
      }
      await limiter.clear(attempt);
      // Not as a repeatable change: that would keep a plain hash of both passwords.
      await db.transaction(async (tx) => {
        await resetPassword(tx, email, password, ownSession(context));
        const what = {
          ...about,
          action: 'set-password',
          entityId: id,
          label: email,
          details: 'in My account',
        } as const;
        await recordEvent(tx, { actor: context.staff, ...what });
      });
    },

    async endSession({ id }, { staff }) {
      const { rowCount } = await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.staffId, staff.id)));
      if (!rowCount) throw notFound('session');
    },

    async endOthers(_, context) {
      await db
        .delete(sessions)
        .where(and(eq(sessions.staffId, context.staff.id), ne(sessions.id, ownSession(context))));
    },
  };
}
