import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

export type Mounted = { method: string; url: string; access: string | undefined };

/**
 * Collects every route of the servers that `build` creates, including those of plugins and the HEAD of each GET.
 * `access` is read at the end, because plugins set it late.
 */
export async function collectRoutes<T>(build: () => Promise<T>): Promise<{ made: T; mounted: Mounted[] }> {
  const seen: { url: string; route: RouteOptions }[] = [];
  const onServer = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook(
      'onRoute',
      (route) => void seen.push({ url: route.url, route }),
    );
  };
  diagnostics.subscribe('fastify.initialization', onServer);
  try {
    const made = await build();
    const mounted = seen.flatMap(({ url, route }) =>
      [route.method].flat().map((method) => ({ method, url, access: route.config?.access })),
    );
    return { made, mounted };
  } finally {
    diagnostics.unsubscribe('fastify.initialization', onServer);
  }
}
