import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StartedSession } from '#server/auth/sessions/store.ts';

type Desk = {
  /** Short id of the database: cookies ignore ports, so each desk needs a separate cookie name. */
  databaseId: string;
  /** The public address of the desk; `''` when it is not set. */
  publicUrl: string;
};

/** The cookie that `/auth/refresh` reads: it outlives the page, which keeps its bearer in memory. */
export function sessionCookie({ databaseId, publicUrl }: Desk) {
  const secure = publicUrl.startsWith('https:');
  const name = `${secure ? '__Host-' : ''}awa_desk_${databaseId}`;
  const options = { httpOnly: true, sameSite: 'strict', path: '/', secure } as const;
  /** Only the desk's own pages may use the cookie. Without a `PUBLIC_URL` that is the origin the call was sent to. */
  const isOurs = ({ headers, protocol, host }: FastifyRequest) =>
    headers.origin === (publicUrl || `${protocol}://${host}`);
  const read = ({ cookies }: FastifyRequest) => cookies[name];

  return {
    /** Sets the cookie of a session, and returns the session for the response. */
    open({ session, cookie, maxAge }: StartedSession, reply: FastifyReply) {
      reply.setCookie(name, cookie, { ...options, maxAge });
      return session;
    },
    read,
    /** The cookie of a call from the desk's own origin. */
    readOurs: (request: FastifyRequest) => (isOurs(request) ? read(request) : undefined),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, options),
  };
}

export type SessionCookie = ReturnType<typeof sessionCookie>;
