import { fileURLToPath } from 'node:url';
import { failures } from '#contract/errors.ts';
import { maxImageSide } from '#contract/images.ts';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';
import { LoggableError } from '#server/database/reason.ts';
import { Failure, busy } from '#server/http/failure.ts';
import { type Picture, UnusablePicture, encodeIsolated } from '#server/images/isolated-encode.ts';
import { ImagesUnavailable } from '#server/images/limited-worker.ts';
import { encodeOwn } from '#server/images/own-pictures.ts';

/** The WebP quality. A still picture looks like the original at far less than this. */
const quality = 82;

const tooManyPixels = 'This image has too many pixels. Make it smaller, then choose it again.';

const inTurn = concurrencyLimit({ atOnce: 2, maxWaiting: 20 }, () =>
  busy('Too many images are being worked on at once. Try again.'),
);

/** The number of pictures that this process is processing, and of those that wait. */
export const picturesAtWork = () => inTurn.counts();

/** A picture of 8 x 8 pixels, next to this file in the sources, next to the bundle once built. */
const proof = fileURLToPath(new URL('./proof.png', import.meta.url));

/** Whether this process can process uploads, according to the last one. */
let state: 'unproven' | 'ok' | 'unavailable' = 'unproven';
export const picturesState = () => state;

function unusable({ reason }: UnusablePicture) {
  const code = reason === 'too_large' ? 'too_many_pixels' : 'not_an_image';
  const message = reason === 'too_large' ? tooManyPixels : failures.images.notAnImage;
  return new Failure(422, code, message, { errors: [{ path: 'image', message }] });
}

/**
 * Encodes the picture of a file again: upright, without the camera's metadata, its longest side at most `maxImageSide`.
 * Throws 422 `not_an_image` for a broken file or another kind, 422 `too_many_pixels` for a picture that takes too much
 * memory or time to decode, 503 `busy` when too many are waiting, and 503 `images_unavailable` when this machine cannot
 * process pictures.
 */
export const encodePicture = (file: string): Promise<Picture> =>
  inTurn(async () => {
    try {
      const picture = await encodeIsolated(file, maxImageSide, quality);
      state = 'ok';
      return picture;
    } catch (error) {
      if (error instanceof ImagesUnavailable) state = 'unavailable';
      throw error instanceof UnusablePicture ? unusable(error) : error;
    }
  });

/** Tests whether uploads can be processed. Returns the reason when they cannot. */
export async function provePictures(): Promise<string | undefined> {
  try {
    await encodePicture(proof);
    return undefined;
  } catch (error) {
    const { code, message, cause } = error as Failure;
    // Other pictures are being processed, so processing works.
    if (code === 'busy') return undefined;
    state = 'unavailable';
    return cause instanceof LoggableError ? cause.message : message;
  }
}

/**
 * One of the desk's own pictures at most this wide. A picture larger than uploads become is not the desk's and throws.
 * Throws 503 `busy` when too many are waiting, and 503 `images_unavailable` when this machine cannot process pictures.
 */
export const narrowPicture = (bytes: Buffer, width: number): Promise<Picture> =>
  inTurn(() => encodeOwn({ bytes, width, maxPixels: maxImageSide ** 2, quality }));

/** Encodes a picture that was drawn here, from its red, green and blue bytes. Throws as `narrowPicture` does. */
export const encodePixels = (bytes: Buffer, width: number, height: number): Promise<Picture> =>
  inTurn(() => encodeOwn({ bytes, raw: { width, height, channels: 3 }, maxPixels: width * height, quality }));
