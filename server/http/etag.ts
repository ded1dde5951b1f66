import type { FastifyRequest } from 'fastify';

/** What proxies that compress append to a tag, and send back to us: `"tag-gzip"`. */
const ofProxy = /-(gzip|br|zstd|deflate)"$/;

/** A GET compares tags without regard to whether they are weak (RFC 9110, section 13.1.2). */
const strong = (tag: string) => tag.trim().replace(/^W\//, '').replace(ofProxy, '"');

/** Whether the caller already has the content of this tag (`If-None-Match`). The answer is then 304. */
export function matchesEtag({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.split(',').map(strong) ?? [];
  return known.includes('*') || known.includes(strong(tag));
}
