import type { FastifyInstance } from 'fastify';
import { proxyTest } from '#server/http/connections/connections.ts';

/** The headers that proxies add to forwarded requests. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const;

/**
 * Logs a warning once when a request came through a proxy although none is trusted. All callers then seem to have the
 * proxy's address, and the sign-in limit for an address counts them together.
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

/** Health checks of load balancers, without a person behind the request. */
const ownRequests = new Set(['/healthz', '/readyz']);

/**
 * Logs a warning once when a trusted proxy forwarded a request without `X-Forwarded-For`. Clients could then send that
 * header themselves, and be believed.
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
