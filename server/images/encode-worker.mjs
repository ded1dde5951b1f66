// @ts-check
// Encodes one uploaded picture in a separate process: node encode-worker.mjs FILE SIDE QUALITY. It writes to standard
// output: one byte once the header is read, width and height in four bytes each, and the WebP. Plain JavaScript, so
// that it starts at once in the sources too. The exit codes are those of `isolated-encode.ts`.
import { accessSync, constants, writeSync } from 'node:fs';
import { argv, exit, stdout } from 'node:process';

// A process manager may signal the whole group while the server still finishes its accepted requests.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

const { default: sharp } = await import('sharp');

/** The maximum side of an accepted picture, in pixels. One line of a wider picture fills the memory. */
const maxSourceSide = 16_384;
/** The maximum number of pixels of a picture that is read line by line: more than phones make. */
const maxPixels = 52_000_000;
/** The maximum memory, in bytes, for a picture that is decompressed whole. */
const maxBytes = 300_000_000;

/**
 * The measured bytes of memory per pixel for formats that are decompressed whole; 0 for those that are read line by
 * line.
 *
 * @param {import('sharp').Metadata} metadata
 */
function bytesPerPixel({ format, isProgressive, channels, depth }) {
  const deep = depth !== 'uchar';
  if (format === 'heif') return deep ? 25 : 18;
  if (!isProgressive && format !== 'gif') return 0;
  return format === 'jpeg' ? 3 * channels : deep ? 11 : 7.5;
}

/** @param {import('sharp').Metadata} metadata */
function isTooLarge(metadata) {
  const { width, height } = metadata;
  const pixels = width * height;
  return Math.max(width, height) > maxSourceSide || pixels > maxPixels || pixels * bytesPerPixel(metadata) > maxBytes;
}

const [, , file = '', side, quality] = argv;

// Only the decoders of the accepted kinds: no SVG with its links, no PDF, no TIFF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}File`) });
sharp.concurrency(1);

// A missing or unreadable file is not a fault of the picture.
accessSync(file, constants.R_OK);

try {
  // Only the first picture of an animation is kept, because readers could not stop the movement.
  const picture = sharp(file, { failOn: 'error', limitInputPixels: false, sequentialRead: true, pages: 1 });
  if (isTooLarge(await picture.metadata())) exit(11);
  writeSync(stdout.fd, Buffer.of(1));
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: Number(side), height: Number(side), fit: 'inside', withoutEnlargement: true })
    .webp({ quality: Number(quality) })
    .toBuffer({ resolveWithObject: true });
  const size = Buffer.alloc(8);
  size.writeUInt32BE(info.width, 0);
  size.writeUInt32BE(info.height, 4);
  stdout.write(Buffer.concat([size, data]), () => exit(0));
} catch (error) {
  exit(/memory/i.test(String(error)) ? 11 : 10);
}
