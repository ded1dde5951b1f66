import type { FastifyInstance } from 'fastify';
import { Failure } from '#server/http/failure.ts';

/**
 * `/healthz`: the process is up; nothing else is checked. `/readyz`: the desk can serve. It returns 503 before the
 * start is complete, while the desk stops, and when the database is unreachable, read-only or not migrated. When only
 * picture processing fails, everything else is served: `pictures` is `ok`, `unavailable`, or at first `unproven`.
 */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>, pictures: () => string) {
  const options = { config: { access: 'public' as const }, schema: { hide: true } };
  app.get('/healthz', options, async () => ({ status: 'up' }));
  app.get('/readyz', options, async () => {
    if (!(await isReady())) throw new Failure(503, 'not_ready', 'The desk is not ready.', { retryAfter: 2 });
    return { status: 'ready', pictures: pictures() };
  });
}
