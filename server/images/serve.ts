import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { imageWidths, ownImage } from '#contract/images.ts';
import { isDiskFull } from '#server/database/disk-full.ts';
import { matchesEtag } from '#server/http/responses/etag.ts';
import { invalid, notFound } from '#server/http/failure.ts';
import { narrowPicture } from '#server/images/encode.ts';
import { type ImageKey, type Storage, nameAtWidth } from '#server/images/storage.ts';

/** Nothing in such a file can run, load or be framed, even if a browser treats it as a page. */
const contentSecurityPolicy = "default-src 'none'; sandbox";
/** A year, in seconds: the picture with a name never changes. */
const life = 31_536_000;

const widths: readonly string[] = imageWidths.map(String);

/** `w` of the query. Throws 422 for another width, and for any other parameter. */
function widthIn(query: unknown): number | undefined {
  const { w, ...others } = query as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalid([{ path: other.slice(0, 100), message: 'There is no such field' }]);
  if (w === undefined) return undefined;
  if (typeof w !== 'string' || !widths.includes(w)) {
    throw invalid([{ path: 'w', message: `w must be one of ${widths.join(', ')}` }]);
  }
  return Number(w);
}

/**
 * Serves the pictures at their addresses, without sign-in. `?w=` requests one that is at most that many pixels wide.
 */
export function serveImages(app: FastifyInstance, storage: Storage) {
  const making = new Map<string, Promise<Buffer>>();

  /** Creates a narrow picture and stores it, if there is room for it. */
  async function make(key: ImageKey, width: number, narrow: ImageKey): Promise<Buffer> {
    const original = await storage.get(key);
    if (!original) throw notFound('image');
    const { bytes } = await narrowPicture(await buffer(original.bytes), width);
    await storage.put(narrow, bytes).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
    });
    // An erasure removes the original first: either it is already gone, or the erasure will find the narrow picture
    // too.
    const still = await storage.get(key);
    still?.bytes.destroy();
    if (still) return bytes;
    await storage.remove(narrow);
    throw notFound('image');
  }

  async function find(key: ImageKey, width: number | undefined) {
    if (width === undefined) return storage.get(key);
    const narrow = { ...key, name: nameAtWidth(key.name, width) };
    const there = await storage.get(narrow);
    if (there) return there;
    // Simultaneous requests for the same picture create it only once.
    const made = making.get(narrow.name) ?? make(key, width, narrow).finally(() => making.delete(narrow.name));
    making.set(narrow.name, made);
    const bytes = await made;
    return { bytes: Readable.from([bytes]), size: bytes.length };
  }

  const options = { config: { access: 'public' as const }, schema: { hide: true } };
  app.get('/images/:bucket/:name', options, async (request, reply) => {
    const { bucket, name } = request.params as Record<string, string>;
    const key = ownImage.test(`/images/${bucket}/${name}`) ? ({ bucket, name } as ImageKey) : undefined;
    if (!key) throw notFound('image');
    const width = widthIn(request.query);
    const tag = `"${width === undefined ? key.name : nameAtWidth(key.name, width)}"`;
    const file = await find(key, width);
    if (!file) throw notFound('image');
    reply
      .header('Cache-Control', `public, max-age=${life}, immutable`)
      .header('Content-Security-Policy', contentSecurityPolicy)
      .header('ETag', tag);
    if (matchesEtag(request, tag)) {
      file.bytes.destroy();
      return reply.code(304).send();
    }
    return reply.header('Content-Length', String(file.size)).type('image/webp').send(file.bytes);
  });
}
