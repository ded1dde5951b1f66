import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admin } from '#contract/auth.ts';
import { Version } from '#contract/common.ts';
import type { Route } from '#contract/route.ts';
import { invalid } from '#server/http/failure.ts';
import { takesKey } from '#server/http/openapi.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that calls, once the guard has accepted the call. */
    staff: Admin | null;
  }
}

/** A call that may be repeated: its key, and the call as text, which is the same for the same route and input. */
export type Repeatable = { key: string; call: string };

/** What a handler gets in addition to its input. */
export type Context = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The signed-in account. Throws on a public route, where there is none. */
  staff: Admin;
  /** The version from `If-Match`: undefined when not sent, -1 when it can match nothing. */
  ifMatch: number | undefined;
  /** Present with an Idempotency-Key. */
  repeatable: Repeatable | undefined;
};

/** The context of one call. Throws 422 for an invalid key. */
export function contextOf(request: FastifyRequest, reply: FastifyReply, route: Route, input: unknown): Context {
  return {
    request,
    reply,
    get staff() {
      if (!request.staff) throw new Error(`${route.method} ${route.path} has no signed-in account`);
      return request.staff;
    },
    ifMatch: route.versioned ? parseIfMatch(request.headers['if-match']) : undefined,
    repeatable: takesKey(route)
      ? parseKey(request, `${route.method} ${route.path} ${JSON.stringify(input)}`)
      : undefined,
  };
}

function parseIfMatch(header: string | undefined) {
  if (header === undefined || header === '*') return undefined;
  return Version.safeParse(Number(/^"([1-9]\d*)"$/.exec(header)?.[1])).data ?? -1;
}

function parseKey(request: FastifyRequest, call: string) {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[!-~]{1,200}$/.test(key)) return { key, call };
  throw invalid([{ path: 'Idempotency-Key', message: 'Idempotency-Key has 1 to 200 characters without spaces' }]);
}
