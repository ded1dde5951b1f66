import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { everyRole } from '#contract/roles.ts';
import type { api } from '#contract/api.ts';
import { invalidSignIn } from '#contract/errors.ts';
import { bearerOf, expectRole } from '#server/auth/guard.ts';
import { originOf } from '#server/auth/limits/device.ts';
import type { SignInLimiter } from '#server/auth/limits/limits.ts';
import { answerOnTick, refusalStep } from '#server/auth/constant-time.ts';
import type { SecretBox } from '#server/auth/factors/secret-box.ts';
import { factorSignIn } from '#server/auth/factors/sign-in.ts';
import { checkPassword } from '#server/auth/passwords.ts';
import type { RefusalLog } from '#server/auth/limits/refused-sign-ins.ts';
import type { SessionCookie } from '#server/auth/sessions/cookie.ts';
import { type SessionStore, unauthenticated } from '#server/auth/sessions/store.ts';
import { Failure } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';

type Options = {
  db: NodePgDatabase;
  sessions: SessionStore;
  limiter: SignInLimiter;
  refusals: RefusalLog;
  cookie: SessionCookie;
  /** The public address of the desk; `''` when it is not set. */
  publicUrl: string;
  /** Stores the secrets of authenticator apps, encrypted when there is a key. */
  box: SecretBox;
  /** Whether every account needs a second factor. */
  requireSecondFactor: boolean;
};

/** Refuses a sign-in that began at `began`, at a time that does not reveal the reason. */
async function refuse(began: number): Promise<never> {
  await answerOnTick(began, refusalStep);
  throw new Failure(401, 'invalid_sign_in', invalidSignIn);
}

export function authHandlers(options: Options): Handlers<typeof api.auth> {
  const { db, sessions, limiter, refusals, cookie, publicUrl, box, requireSecondFactor } = options;
  const factors = factorSignIn({ db, sessions, limiter, refusals, box, publicUrl });

  return {
    async signIn({ email, password }, { request, reply }) {
      const began = performance.now();
      const { attempt, found: account } = await limiter.reserve(email, request.ip);
      const matches = await checkPassword(account?.passwordHash, password);
      if (!account || !matches || !account.enabled) {
        refusals.count(account, request.ip);
        return refuse(began);
      }
      expectRole(account, everyRole);
      const { id: staffId, passwordHash } = account;
      const started = await sessions.startByPassword(
        { staffId, passwordHash, from: originOf(request) },
        { attempt, mustAddFactor: requireSecondFactor },
      );
      if (!started) return refuse(began);
      if ('kinds' in started) return (await factors.ask(account, started.kinds, request)) ?? refuse(began);
      limiter.unblock(attempt);
      return cookie.open(started, reply);
    },

    async factor(input, { request, reply }) {
      return cookie.open(await factors.signIn(input, request), reply);
    },

    ...factors.handlers,

    async session(_, { staff: admin }) {
      return admin;
    },

    async refresh(_, { request }) {
      const bearer = bearerOf(request);
      const secret = cookie.readOurs(request);
      const session =
        (bearer ? await sessions.byBearer(bearer) : null) ?? (secret ? await sessions.byCookie(secret) : null);
      if (!session) throw unauthenticated();
      expectRole(session.admin, everyRole);
      return sessions.refresh(session);
    },

    async signOut(_, { request, reply }) {
      if (request.session) await sessions.end(request.session.id);
      // Another person may have signed in on this browser since. Their cookie must stay.
      const secret = cookie.read(request);
      const theirs = secret ? await sessions.byCookie(secret) : null;
      if (!theirs) cookie.clear(reply);
    },
  };
}
