import sharp, { type Metadata, type Sharp } from 'sharp';
import { failures } from '#contract/errors.ts';
import { maxImageSide } from '#contract/images.ts';
import { Failure, busy } from '#server/http/failure.ts';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';

// The decoders of what is taken, and none else: no SVG with its links, no PDF, no TIFF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].flatMap((kind) => [
    `VipsForeignLoad${kind}File`,
    `VipsForeignLoad${kind}Buffer`,
  ]),
});
// Each picture is seen once; what is kept of it would only fill the memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Pixels of a picture that is taken: more than phones make, less than fills the memory. Most are read line by line. An
 * interlaced one and a GIF are unpacked whole, up to 11 bytes a pixel, and an AVIF takes 19, which can come in 1 KB.
 */
const maxPixels = { any: 52_000_000, whole: 26_000_000, avif: 16_000_000 };

const pixelsMostOf = ({ format, isProgressive }: Metadata) =>
  format === 'heif' ? maxPixels.avif : isProgressive || format === 'gif' ? maxPixels.whole : maxPixels.any;

/** Seconds that one picture may take. */
const maxSeconds = 10;
/** A still picture needs far less than this to look like the one that was sent. */
const quality = 82;

const inTurn = concurrencyLimit(2, 20, () => busy('Too many images are being worked on at once. Try again.'));

export type Picture = { bytes: Buffer; width: number; height: number };

const open = (source: string | Buffer) =>
  // Only the first picture of an animation: nothing shall move that nobody can stop.
  sharp(source, { failOn: 'error', limitInputPixels: maxPixels.any, sequentialRead: true, pages: 1 }).timeout({
    seconds: maxSeconds,
  });

async function encode(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture.webp({ quality }).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/**
 * The picture in a file, made anew: upright, without what cameras write into it, its longest side at most
 * `maxImageSide`. Throws 422 `not_an_image` for what is none of the kinds that are taken, is broken or too much to
 * decode, and 503 when too many are waiting.
 */
export const encodePicture = (file: string): Promise<Picture> =>
  inTurn(async () => {
    try {
      const within = { width: maxImageSide, height: maxImageSide, fit: 'inside', withoutEnlargement: true } as const;
      const picture = open(file);
      const metadata = await picture.metadata();
      if (metadata.width * metadata.height > pixelsMostOf(metadata)) throw new Error('Too much to unpack');
      return await encode(picture.autoOrient().resize(within));
    } catch {
      const message = failures.images.notAnImage;
      throw new Failure(422, 'not_an_image', message, { errors: [{ path: 'image', message }] });
    }
  });

/** One of our own pictures at most this wide. Throws 503 when too many are waiting. */
export const narrowPicture = (bytes: Buffer, width: number): Promise<Picture> =>
  inTurn(() => encode(open(bytes).resize({ width, withoutEnlargement: true })));

/** A picture that was drawn here, from its red, green and blue bytes. */
export const encodePixels = (pixels: Buffer, width: number, height: number): Promise<Picture> =>
  inTurn(() => encode(sharp(pixels, { raw: { width, height, channels: 3 } })));
