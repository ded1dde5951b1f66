import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable, pipeline } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#server/http/failure.ts';

/** A path as a lenient server might read it: decoded, slashes and dot segments collapsed, lower case. */
function plainPath(url: string) {
  let path = url.split('?')[0] ?? '';
  try {
    path = decodeURIComponent(path);
  } catch {
    // A path with a broken escape does not exist in any case.
  }
  return path
    .replaceAll('\\', '/')
    .replaceAll(/\/(\.?\/)+/g, '/')
    .toLowerCase();
}

/** Whether an unknown address needs no guard: only addresses that look like the API's need it. */
export const isPublicPath = (url: string) => !/^\/(admin|api|auth|account)(\/|$)/.test(plainPath(url));

/** The pages of the areas and tabs that have their own, by the last part of the address. */
async function readPages(folder: string) {
  const files = existsSync(folder) ? await readdir(folder) : [];
  // Their compressed forms are next to them.
  const names = files.filter((name) => name.endsWith('.html'));
  const read = async (name: string) => [basename(name, '.html'), await readFile(join(folder, name), 'utf8')] as const;
  return new Map(await Promise.all(names.map(read)));
}

const isPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') && (request.headers.accept ?? '').includes('text/html');

/** The parts of the page with the data of its first screen; null for a browser that is not signed in. */
type WithData = (request: FastifyRequest, html: string) => Promise<AsyncIterable<string> | null>;

/** Sends the parts of a page as they come. */
function sendParts(parts: AsyncIterable<string>, request: FastifyRequest, reply: FastifyReply) {
  reply.header('Cache-Control', 'no-store').header('Vary', 'accept-encoding');
  const text = Readable.from(parts);
  if (!negotiate(request.headers['accept-encoding'] ?? '', ['gzip'])) return reply.send(text);
  const zipped = createGzip({ flush: constants.Z_SYNC_FLUSH });
  return reply.header('Content-Encoding', 'gzip').send(pipeline(text, zipped, () => undefined));
}

/**
 * Serves the built dashboard: `/` redirects to `/admin`; `/admin` and everything under `/admin/desk` are its single
 * page, with links to the files that the address needs first; unknown addresses return its 404 page to a browser and a
 * problem to a program.
 */
export async function serveDashboard(app: FastifyInstance, folder: string, withData: WithData) {
  const page = existsSync(join(folder, 'index.html')) ? await readFile(join(folder, 'index.html'), 'utf8') : null;
  const linked = page ? await readPages(join(folder, 'pages')) : new Map<string, string>();
  const options = { config: { access: 'public' as const }, schema: { hide: true } };

  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
      route.schema = { ...route.schema, hide: true };
    });
    if (!page) return;
    scope.addHook('onSend', async (request, reply) => {
      if (reply.statusCode >= 400) return;
      // The names of built assets contain a hash of their content.
      const named = request.routeOptions.url?.startsWith('/assets/') ?? false;
      reply.header('Cache-Control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
    });
    // Files that the build has compressed are sent in that form; others are sent uncompressed.
    const files = { index: false, cacheControl: false, preCompressed: true } as const;
    // One route for all assets: a route for each of them would take a tenth of the start.
    await scope.register(fastifyStatic, {
      ...files,
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      allowedPath: (path) => !/\.(?:br|gz)$/.test(path),
    });
    await scope.register(fastifyStatic, {
      ...files,
      root: folder,
      wildcard: false,
      globIgnore: ['index.html', 'assets/**', 'pages/**', '**/*.{br,gz}'],
    });
  });

  app.get('/', options, async (_, reply) => reply.redirect('/admin'));
  for (const path of ['/admin', '/admin/desk', '/admin/desk/*']) {
    app.get<{ Params: { '*'?: string } }>(path, options, async (request, reply) => {
      if (!page) throw new Failure(404, 'not_built', 'The dashboard is not built. Start it with npm start.');
      const [area, tab = ''] = (request.params['*'] ?? '').split('/');
      const html = linked.get(tab) ?? linked.get(area || 'home') ?? page;
      const parts = await withData(request, html);
      reply.type('text/html; charset=utf-8');
      return parts ? sendParts(parts, request, reply) : reply.header('Cache-Control', 'no-cache').send(html);
    });
  }

  app.setNotFoundHandler((request, reply) => {
    if (page && isPage(request) && isPublicPath(request.url)) {
      return reply.code(404).type('text/html; charset=utf-8').send(page);
    }
    throw new Failure(404, 'not_found', 'There is nothing at this address.');
  });
}
