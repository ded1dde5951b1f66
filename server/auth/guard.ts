import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Role, everyRole } from '#contract/roles.ts';
import type { AppGuard } from '#server/auth/app-keys/guard.ts';
import type { CallingKey } from '#server/auth/app-keys/store.ts';
import { type LiveSession, type SessionStore, unauthenticated } from '#server/auth/sessions/store.ts';
import { Failure, notAllowed } from '#server/http/failure.ts';
import { describeError } from '#server/database/reason.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the call's bearer. */
    session: LiveSession | null;
    /** The key of a call of the app's backend. */
    appKey: CallingKey | null;
  }
}

/** The token of an `Authorization: Bearer …` header; null when it is missing or malformed. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** The key of the call. Throws on a route that is not for the app's backend. */
export function callingKey({ appKey, method, routeOptions }: FastifyRequest): CallingKey {
  if (!appKey) throw new Error(`${method} ${routeOptions.url} has no app key`);
  return appKey;
}

/** Throws 403 for an account without one of these roles. */
export function expectRole({ role }: { role: Role }, roles: readonly Role[]) {
  if (!roles.includes(role)) throw notAllowed();
}

/** The refusal of what needs a recent confirmation of the identity. */
export const notConfirmed = () => new Failure(403, 'confirm_identity', 'Confirm that it is you to do this.');

type Guards = { sessions: SessionStore; guardApp: AppGuard; isPublicPath: (path: string) => boolean };

/**
 * The only guard, which denies by default: every call needs a live bearer of an account with a role of its route, unless
 * the route says `app`, which needs a key, or `public`. Unknown addresses are guarded too, so that strangers do not learn
 * which ones exist.
 */
export function guard(app: FastifyInstance, { sessions, guardApp, isPublicPath }: Guards) {
  app.decorateRequest('session', null);
  app.decorateRequest('staff', null);
  app.decorateRequest('appKey', null);
  app.addHook('onRequest', async (request) => {
    const { access, scope } = request.routeOptions.config;
    if (request.is404 ? isPublicPath(request.url) : access === 'public') return;
    const token = bearerOf(request);
    if (!request.is404 && access === 'app') {
      await guardApp(request, token, scope);
      return;
    }
    const session = token ? await sessions.byBearer(token, request.routeOptions.config.contentAreas) : null;
    if (!session) throw unauthenticated();
    // Set here, so that the server's log names the account also when the call is refused below.
    request.staff = session.admin;
    const { roles = [], beforeFactor, confirm } = request.routeOptions.config;
    expectRole(session.admin, request.is404 ? everyRole : roles);
    if (session.mustAddFactor && !beforeFactor) {
      throw new Failure(403, 'factor_missing', 'Set up a second factor first: everyone here needs one.');
    }
    if (confirm && !session.confirmed) throw notConfirmed();
    request.session = session;
    request.contentVersions = session.content;
    // The call does not wait for this. If it fails, the next call tries again.
    if (session.stale) {
      sessions.touch(session).catch((error: Error) => {
        request.log.warn({ error: describeError(error) }, 'the use of a session was not written down');
      });
    }
  });
}
