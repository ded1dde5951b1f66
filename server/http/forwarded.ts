import type { FastifyInstance } from 'fastify';

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
