import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { bodyLimits } from '#contract/route.ts';
import { compressAnswers } from '#server/http/responses/compression.ts';
import { onEnded } from '#server/http/connections/ended.ts';
import { Failure } from '#server/http/failure.ts';
import { safeHeaders } from '#server/http/responses/headers.ts';
import { keepNewConnections } from '#server/http/connections/idle-connections.ts';
import { acceptJson } from '#server/http/json.ts';
import { warnOfProxy, warnOfSilentProxy } from '#server/http/connections/forwarded.ts';
import { answerProblems, answerUnread } from '#server/http/problems.ts';
import { newRequestId, refuseExpectation, refuseUnreadable } from '#server/http/connections/unread.ts';

/** Milliseconds after which an ordinary call that has not completely arrived is cut off. */
const bodyTime = 60_000;
/** The same for a file: 5 MB at 150 kbit/s, on a phone with a poor link. */
const fileTime = 300_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call may include a file, which takes longer to arrive than other bodies. */
    takesFile?: boolean;
  }
}

export type ServerOptions = {
  logger: FastifyBaseLogger;
  /** The proxies whose `X-Forwarded-For` counts: none, a number of hops, or these addresses. */
  trustProxy: false | number | string[];
  /** Whether people reach the desk by https. HSTS is sent then. */
  https: boolean;
};

/**
 * Creates a server without routes, with everything that all responses need: limits, headers, failures, request ids, the
 * log line.
 */
export function createServer({ logger, trustProxy, https }: ServerOptions): FastifyInstance {
  const headers = safeHeaders(https);
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    // The hook below writes one line for each call, with chosen fields.
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: newRequestId,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: bodyLimits.public,
    // Slow or silent clients are cut off, sooner when no file is expected.
    requestTimeout: fileTime,
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
    // A request without Host is refused below, with a response like any other.
    http: {
      headersTimeout: 20_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // While the server stops, a call that still arrives on an open connection gets its response, and the connection is
    // closed.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, headers),
    frameworkErrors: (error, request, reply) => answerUnread(error, request, reply, headers),
  });
  // Input is validated by the contract's schemas in `input.ts`; those on the routes are for OpenAPI.
  app.setValidatorCompiler(() => () => true);
  app.removeContentTypeParser('text/plain');
  acceptJson(app);
  answerProblems(app);
  keepNewConnections(app.server);
  app.server.on('checkExpectation', (_, response) => refuseExpectation(response, headers));

  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request.headers) || (!request.is404 && request.routeOptions.config.takesFile)) return;
    const { raw } = request;
    const slow = setTimeout(() => {
      if (!reply.raw.headersSent) refuseUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket, headers);
      raw.socket.destroySoon();
    }, bodyTime);
    raw.once('close', () => clearTimeout(slow));
    raw.once('end', () => clearTimeout(slow));
  });
  if (trustProxy) warnOfSilentProxy(app, trustProxy);
  else warnOfProxy(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('X-Request-Id', request.id);
    if (!request.headers.host && request.raw.httpVersion !== '1.0') {
      throw new Failure(400, 'bad_request', 'The request names no host.');
    }
    if (hasTwoHosts(request.raw)) throw new Failure(400, 'bad_request', 'The request names more than one host.');
  });
  app.addHook('onSend', async (request, _, payload) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return payload;
    // Only the headers are needed. The framework would read the whole stream and discard it.
    payload.destroy();
    return Readable.from([]);
  });
  // A response in progress when the server is asked to stop is the last one on its connection. Keep-alive would delay
  // the end.
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', async (_, reply) => {
    if (stopping) reply.header('Connection', 'close');
  });
  onEnded(app, ({ request, reply, status, byClient }) =>
    request.log.info(
      {
        method: request.method,
        route: request.is404 ? undefined : request.routeOptions.url,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        staff: request.staff?.id,
      },
      byClient ? 'ended by the client' : 'answered',
    ),
  );

  app.register(cookie);
  compressAnswers(app);
  return app;
}

const hasBody = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Whether a request has more than one Host header. A proxy may use a different one than the desk (RFC 9112). Names and
 * values alternate in `rawHeaders`.
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage) {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
