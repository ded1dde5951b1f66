import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { matchesEtag } from '#server/http/etag.ts';

/** Seconds that the app and what lies between may keep public content. */
const life = 30;

/** The address of a picture for whoever is not on this desk: absolute when it is ours and `publicUrl` is known. */
export const publicAddress = (address: string, publicUrl: string) =>
  address.startsWith('/') ? `${publicUrl}${address}` : address;

/**
 * Public content (`/content/…`): `Cache-Control: public`, an `ETag` made from the answer's bytes, and 304 without a
 * body for whoever has them already.
 */
export function setPublicCache(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    const isContent = request.routeOptions.url?.startsWith('/content/') ?? false;
    if (!isContent || reply.statusCode !== 200 || !(typeof payload === 'string' || Buffer.isBuffer(payload)))
      return payload;
    // Weak: a compressed answer is the same content in other bytes.
    const tag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
    reply.header('Cache-Control', `public, max-age=${life}`).header('ETag', tag);
    if (!matchesEtag(request, tag)) return payload;
    reply.code(304).removeHeader('Content-Type').removeHeader('Content-Length');
    return null;
  });
}
