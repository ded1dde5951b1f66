import type { FastifyRequest } from 'fastify';

/** The suffix that compressing proxies append to a tag, and send back: `"tag-gzip"`. */
const ofProxy = /-(gzip|br|zstd|deflate)"$/;

/** A GET ignores whether tags are weak (RFC 9110, section 13.1.2). */
const strong = (tag: string) => tag.trim().replace(/^W\//, '').replace(ofProxy, '"');

/** Whether the caller already has the content of this tag (`If-None-Match`). The response is then 304. */
export function matchesEtag({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.split(',').map(strong) ?? [];
  return known.includes('*') || known.includes(strong(tag));
}
