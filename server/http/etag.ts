import type { FastifyRequest } from 'fastify';

/** As one compares them for a GET (RFC 9110, section 13.1.2): whether a tag is weak makes no difference. */
const strong = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether the caller says that it has what this tag stands for: the answer is 304 then. */
export function matchesEtag({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.split(',').map(strong) ?? [];
  return known.includes('*') || known.includes(strong(tag));
}
