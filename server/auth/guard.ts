import type { FastifyInstance, FastifyRequest } from 'fastify';
import { administrator } from '#contract/auth.ts';
import { type LiveSession, type SessionStore, unauthenticated } from '#server/auth/sessions.ts';
import { Failure } from '#server/http/failure.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the bearer that the call came with. */
    session: LiveSession | null;
  }
}

/** The token of an `Authorization: Bearer …` header; null when there is none or it is malformed. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Throws 403 for an account whose role is not `administrator`. */
export function expectAdministrator({ role }: { role: string }) {
  if (role !== administrator) throw new Failure(403, 'forbidden', 'Your account may not do this.');
}

/**
 * The only guard, which denies by default: every call needs a live bearer of an administrator unless its route says
 * `public`. Unknown addresses are guarded too, so that strangers do not learn which ones exist.
 */
export function guard(app: FastifyInstance, sessions: SessionStore, isPublicPath: (path: string) => boolean) {
  app.decorateRequest('session', null);
  app.decorateRequest('staff', null);
  app.addHook('onRequest', async (request) => {
    if (request.is404 ? isPublicPath(request.url) : request.routeOptions.config.access === 'public') return;
    const token = bearerOf(request);
    const session = token ? await sessions.byBearer(token, request.routeOptions.config.contentAreas) : null;
    if (!session) throw unauthenticated();
    expectAdministrator(session.admin);
    request.session = session;
    request.staff = session.admin;
    request.contentVersions = session.content;
    // The call does not wait for this. If it fails, the next call tries again.
    if (session.stale) {
      sessions.touch(session).catch((error: Error) => {
        request.log.warn({ reason: error.message }, 'the use of a session was not written down');
      });
    }
  });
}
