import type { Sharp } from 'sharp';
import { failures } from '#contract/errors.ts';
import { maxImageSide } from '#contract/images.ts';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';
import { Failure, busy } from '#server/http/failure.ts';
import { type Picture, UnusablePicture, encodeIsolated } from '#server/images/isolated-encode.ts';

/** The library, loaded for the first picture that this process works on: a start without any saves its time and its memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // This process decodes only WebP that was encoded here. Uploads are decoded in a process of their own.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] });
  // Each picture is seen once, so a cache would only fill the memory.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
let loading: ReturnType<typeof loadSharp> | undefined;

/** A still picture needs far less than this to look like the one that was sent. */
const quality = 82;

const tooManyPixels = 'This image has too many pixels. Make it smaller, then choose it again.';

const inTurn = concurrencyLimit({ atOnce: 2, maxWaiting: 20 }, () =>
  busy('Too many images are being worked on at once. Try again.'),
);

/** How many pictures this process works on, and how many wait. */
export const picturesAtWork = () => inTurn.counts();

async function encode(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture.webp({ quality }).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

function unusable({ reason }: UnusablePicture) {
  const code = reason === 'too_large' ? 'too_many_pixels' : 'not_an_image';
  const message = reason === 'too_large' ? tooManyPixels : failures.images.notAnImage;
  return new Failure(422, code, message, { errors: [{ path: 'image', message }] });
}

/**
 * Encodes the picture in a file again: upright, without the camera's metadata, its longest side at most `maxImageSide`.
 * Throws 422 `not_an_image` for a broken file or another kind, 422 `too_many_pixels` for a picture that takes too much
 * memory or time to decode, and 503 when too many are waiting.
 */
export const encodePicture = (file: string): Promise<Picture> =>
  inTurn(async () => {
    try {
      return await encodeIsolated(file, maxImageSide, quality);
    } catch (error) {
      throw error instanceof UnusablePicture ? unusable(error) : error;
    }
  });

/**
 * One of our own pictures at most this wide. It is decoded in this process because it has at most `maxImageSide` pixels a side,
 * which take 16 MB. A larger one is not ours and throws. Throws 503 when too many are waiting.
 */
export const narrowPicture = (bytes: Buffer, width: number): Promise<Picture> =>
  inTurn(async () => {
    const sharp = await (loading ??= loadSharp());
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: maxImageSide ** 2 });
    return encode(picture.resize({ width, withoutEnlargement: true }));
  });

/** A picture that was drawn here, from its red, green and blue bytes. */
export const encodePixels = (pixels: Buffer, width: number, height: number): Promise<Picture> =>
  inTurn(async () => {
    const sharp = await (loading ??= loadSharp());
    return encode(sharp(pixels, { raw: { width, height, channels: 3 } }));
  });
