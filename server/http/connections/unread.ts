import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '#server/http/failure.ts';
import { problemOf } from '#server/http/problems.ts';

type Headers = Record<string, string>;

/** A new id for each request, in two groups: `3f9a01bc-77de`. */
export const newRequestId = () => randomUUID().slice(0, 13);

/** The response to a request that the framework never sees. The connection ends with it. */
function answerTo(failure: Failure, headers: Headers) {
  const requestId = newRequestId();
  const body = JSON.stringify(problemOf(failure, requestId));
  return {
    body,
    headers: {
      ...headers,
      'X-Request-Id': requestId,
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    },
  };
}

/**
 * Responds to bytes that do not parse as HTTP as to any other failure. The response is written by hand: there is no
 * request yet.
 */
export function refuseUnreadable(error: { code?: string }, socket: Socket, safe: Headers) {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const failure = unreadable(error.code);
  const { body, headers } = answerTo(failure, safe);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Returns 417 for an `Expect` other than `100-continue`. */
export function refuseExpectation(response: ServerResponse, safe: Headers) {
  const failure = new Failure(417, 'expectation_failed', 'The server cannot do what the request expects.');
  const { body, headers } = answerTo(failure, safe);
  response.writeHead(failure.status, headers).end(body);
}

function unreadable(code: string | undefined) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Failure(408, 'timeout', 'The request took too long to arrive.');
  if (code === 'HPE_HEADER_OVERFLOW') return new Failure(431, 'headers_too_large', 'The headers are too large.');
  return new Failure(400, 'bad_request', 'This is not a valid HTTP request.');
}
