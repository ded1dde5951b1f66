import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { Failure } from '#server/http/failure.ts';
import { answerProblems } from '#server/http/problems.ts';

/** Largest body of an ordinary call, in bytes. Uploads and imports set their own. */
const bodyLimit = 1024 * 1024;

export type ServerOptions = {
  logger: FastifyBaseLogger;
  /** Whose `X-Forwarded-For` counts: nobody's, that many hops, or these addresses. */
  trustProxy: false | number | string[];
  /** The address people use is https: HSTS is sent. */
  https: boolean;
};

/** An empty server with everything that holds for each answer: limits, headers, failures, request ids, the log line. */
export function createServer({ logger, trustProxy, https }: ServerOptions): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    // One line a call, with chosen fields, is written below.
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: () =>
      randomBytes(6)
        .toString('hex')
        .replace(/(.{8})/, '$1-'),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit,
    // Slow clients are cut off: a minute for a whole request, less for its head.
    requestTimeout: 60_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 20_000, maxHeaderSize: 16_384 },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: refuseUnreadable,
  });
  // Input is validated by the contract's schemas in `mount.ts`; those on the routes are for OpenAPI.
  app.setValidatorCompiler(() => () => true);
  app.removeContentTypeParser('text/plain');
  answerProblems(app);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    reply.header('Cache-Control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.is404 ? undefined : request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        staff: request.staff?.id,
      },
      'answered',
    );
  });

  app.register(cookie);
  app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Mantine, the editor and text colours set styles on elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  return app;
}

/** What does not parse as HTTP gets the same kind of answer, written by hand since there is no request yet. */
function refuseUnreadable(this: unknown, error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const timeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const failure = timeout
    ? new Failure(408, 'timeout', 'The request took too long to arrive.')
    : tooLarge
      ? new Failure(431, 'headers_too_large', 'The headers are too large.')
      : new Failure(400, 'bad_request', 'This is not a valid HTTP request.');
  const body = JSON.stringify({
    type: 'about:blank',
    title: failure.code,
    status: failure.status,
    detail: failure.message,
    code: failure.code,
    requestId: '',
  });
  socket.end(
    `HTTP/1.1 ${failure.status} ${failure.code}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
