import type { FastifyInstance } from 'fastify';
import { proxyTest } from '#server/http/connections.ts';

/** The headers that proxies add to a request that they pass on. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const;

/**
 * Warns once in the log when a request came through a proxy although none is trusted. Then everybody seems to have the
 * proxy's address, and the sign-in limit for an address counts them all together.
 */
export function warnOfProxy(app: FastifyInstance) {
  let warned = false;
  app.addHook('onRequest', async (request) => {
    const header = warned ? undefined : forwarded.find((name) => request.headers[name] !== undefined);
    if (!header) return;
    warned = true;
    request.log.warn(
      { header },
      'A request came with a header that proxies set, but TRUST_PROXY is not set. Behind a proxy all people count as one ' +
        'address: set TRUST_PROXY.',
    );
  });
}

/** What balancers ask on their own behalf, with no person behind the request. */
const ownRequests = new Set(['/healthz', '/readyz']);

/**
 * Warns once in the log when a trusted proxy passed on a request without `X-Forwarded-For`. Then people themselves may send that
 * header, and are believed.
 */
export function warnOfSilentProxy(app: FastifyInstance, trustProxy: number | string[]) {
  const isProxy = proxyTest(trustProxy);
  let warned = false;
  app.addHook('onRequest', async (request) => {
    const { 'x-forwarded-for': header } = request.headers;
    if (warned || header !== undefined || ownRequests.has(request.url)) return;
    if (!isProxy(request.socket.remoteAddress ?? '')) return;
    warned = true;
    request.log.warn(
      'A request came from a proxy of TRUST_PROXY without X-Forwarded-For. A proxy that does not set this header lets people ' +
        'forge their address, and pass the limits for one: see deploy/proxies/.',
    );
  });
}
