// @ts-check
// Encodes pictures that were made here, on request: from a WebP of the desk at a width, or from pixels. It ends with
// the channel to the server, `own-pictures.ts`. Plain JavaScript, so that it starts at once in the sources too.
import { exit } from 'node:process';

// A process manager may signal the whole group while the server still finishes its accepted requests.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.on('disconnect', () => exit(0));

const { default: sharp } = await import('sharp');

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] });
// Each picture is used once, so a cache would only fill the memory.
sharp.cache(false);
sharp.concurrency(1);

/** @param {import('./own-pictures.ts').Work} work */
async function encode({ bytes, raw, width, maxPixels, quality }) {
  const picture = raw ? sharp(bytes, { raw }) : sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels });
  const sized = width ? picture.resize({ width, withoutEnlargement: true }) : picture;
  const { data, info } = await sized.webp({ quality }).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

process.on('message', (work) => {
  void encode(/** @type {import('./own-pictures.ts').Work} */ (work)).then(
    (picture) => process.send?.(picture),
    (/** @type {Error} */ { message }) => process.send?.(message),
  );
});
