import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admin } from '#contract/auth.ts';
import { Version } from '#contract/common.ts';
import type { Route } from '#contract/route.ts';
import { invalid } from '#server/http/failure.ts';
import { takesKey } from '#server/http/openapi.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the caller, once the guard has accepted the call. */
    staff: Admin | null;
  }
}

/**
 * A repeatable call: its key, and the SHA-256 of the raw request, because the parsed input may differ between versions
 * of the desk.
 */
export type Repeatable = { key: string; digest: Buffer };

/**
 * The context of a call, in addition to its input. A class, because V8 keeps everything reachable from a getter in an
 * object literal, here the whole call, until the next full collection.
 */
export class Context {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The version from `If-Match`: undefined when not sent, -1 when it cannot match. */
  readonly ifMatch: number | undefined;
  /** Present with an Idempotency-Key. */
  readonly repeatable: Repeatable | undefined;

  /** Throws 422 for an invalid key. */
  constructor(request: FastifyRequest, reply: FastifyReply, route: Route) {
    this.request = request;
    this.reply = reply;
    this.ifMatch = route.versioned ? parseIfMatch(request.headers['if-match']) : undefined;
    const key = takesKey(route) ? parseKey(request) : undefined;
    this.repeatable = key === undefined ? undefined : { key, digest: digestOf(request, route) };
  }

  /** The signed-in account. Throws on a public route, where there is none. */
  get staff(): Admin {
    const { method, routeOptions, staff } = this.request;
    if (!staff) throw new Error(`${method} ${routeOptions.url} has no signed-in account`);
    return staff;
  }
}

const digestOf = ({ params, query, body }: FastifyRequest, { method, path }: Route) =>
  createHash('sha256')
    .update(`${method} ${path} ${JSON.stringify([params, query, body])}`)
    .digest();

function parseIfMatch(header: string | undefined) {
  if (header === undefined || header === '*') return undefined;
  return Version.safeParse(Number(/^"([1-9]\d*)"$/.exec(header)?.[1])).data ?? -1;
}

function parseKey(request: FastifyRequest) {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[!-~]{1,200}$/.test(key)) return key;
  throw invalid([{ path: 'Idempotency-Key', message: 'Idempotency-Key has 1 to 200 characters without spaces' }]);
}
