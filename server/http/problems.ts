import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '#contract/errors.ts';
import { type DatabaseError, causeOf, describeError, isReadOnly } from '#server/database/reason.ts';
import { Failure } from '#server/http/failure.ts';

/** Seconds that a client should wait when the database cannot be reached. */
const retryAfter = 2;

const refusals: Record<string, [status: number, code: string, detail: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The request is larger than this call accepts.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'This call does not take a body of this type.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'bad_json', 'The body is empty but should be JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'bad_json', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'bad_request', 'The body does not have the length it says.'],
  FST_ERR_BAD_URL: [400, 'bad_request', 'The address is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not_found', 'There is nothing at this address.'],
};

/** Errors of the driver and the network which mean that no connection to the database was made. */
const noConnection = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', '53300', '57P01', '57P02', '57P03']);
/**
 * Errors which mean that Postgres rolled a transaction back: also one that timed out waiting for its next statement,
 * for example after a jump of Postgres' clock.
 */
const givenUp = new Set(['40001', '40P01', '55P03', '57014', '25P03', '25P04', '57P05']);
/** Errors of a connection that broke during use. It is unknown whether a change was committed. */
const brokenConnection = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
const brokenMessage = /^(Connection terminated|Client (has encountered|was closed)|Query read timeout)/;

function fromDatabase(cause: DatabaseError, { method, staff, appKey }: FastifyRequest): Failure | null {
  const code = cause.code ?? '';
  const broken = brokenConnection.has(code) || code.startsWith('08') || brokenMessage.test(cause.message);
  // Once the guard has let a change through, it may have been committed and only the response lost.
  if (broken && (staff ?? appKey) && method !== 'GET' && method !== 'HEAD') {
    const detail =
      'The connection to the database broke, so it is not known whether this was done. Look before you try again.';
    return new Failure(503, 'outcome_unknown', detail, { retryAfter });
  }
  if (broken || noConnection.has(code) || cause.message.startsWith('timeout exceeded when trying to connect')) {
    return new Failure(503, 'unavailable', 'The database cannot be reached right now. Nothing was changed.', {
      retryAfter,
    });
  }
  if (givenUp.has(code)) {
    return new Failure(503, 'busy', 'The database is busy. Nothing was changed. Try again.', { retryAfter });
  }
  if (isReadOnly(cause)) {
    return new Failure(503, 'read_only', 'The database takes no changes right now. Nothing was changed.', {
      retryAfter,
    });
  }
  if (code === '53100' || code === 'ENOSPC') {
    return new Failure(507, 'disk_full', 'The disk of the server is full. Nothing was changed.');
  }
  return null;
}

function toFailure(error: FastifyError, request: FastifyRequest): Failure {
  if (error instanceof Failure) {
    if (error.cause instanceof Error) request.log.error({ error: describeError(error.cause) }, error.code);
    return error;
  }
  const refusal = refusals[error.code];
  if (refusal) return new Failure(...refusal);
  const cause = causeOf(error);
  const known = fromDatabase(cause, request);
  if (known) {
    request.log.warn({ code: cause.code }, known.code);
    return known;
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return new Failure(status, 'bad_request', 'The request is not valid.');
  request.log.error({ error: describeError(cause) }, 'fault');
  return new Failure(500, 'internal', 'Something went wrong on the server. It has been written down.');
}

/** The body of a failure response. */
export function problemOf(failure: Failure, requestId: string): Problem {
  const { retryAfter: _, ...extra } = failure.extra;
  return {
    type: 'about:blank',
    title: STATUS_CODES[failure.status] ?? 'Error',
    status: failure.status,
    detail: failure.message,
    code: failure.code,
    requestId,
    ...extra,
  };
}

function answer(failure: Failure, request: FastifyRequest, reply: FastifyReply) {
  const { retryAfter: seconds } = failure.extra;
  if (seconds !== undefined) reply.header('Retry-After', String(seconds));
  if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  return reply
    .code(failure.status)
    .type('application/problem+json; charset=utf-8')
    .serializer((body) => JSON.stringify(body))
    .send(problemOf(failure, request.id));
}

/** Turns every error of a handler or the framework into `application/problem+json`. */
export function answerProblems(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => answer(toFailure(error, request), request, reply));
}

/** Responds to a request whose address the framework cannot parse. No hook has seen such a request yet. */
export function answerUnread(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
) {
  reply.headers(headers).header('X-Request-Id', request.id);
  const failure = toFailure(error, request);
  request.log.info({ method: request.method, status: failure.status }, 'answered');
  answer(failure, request, reply);
}
