import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageWidths } from '#contract/images.ts';
import { encodeIsolated } from '#server/images/isolated-encode.ts';
import { built } from '#tests/desk/built-server.ts';
import { testDatabase } from '#tests/database/database.ts';
import { emptyPng } from '#tests/records/pictures.ts';
import { residentMb, startServer } from '#tests/desk/server-process.ts';
import { watchWorkers } from '#tests/desk/workers.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'awa-memory-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const noise = randomBytes(256 * 256 * 3);
/** A picture with detail everywhere. */
const photo = (width: number, height: number) =>
  sharp(noise, { raw: { width: 256, height: 256, channels: 3 }, limitInputPixels: false }).resize(width, height, {
    fit: 'fill',
  });
const clear = { r: 194, g: 24, b: 91, alpha: 0.5 };
const see = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: clear }, limitInputPixels: false });

const nameOf = (n: number) => `${n.toString(16).padStart(32, '0')}.webp`;

/** The largest accepted picture of each kind. */
const largest: [string, () => Sharp | Buffer][] = [
  ['a photo of 52 megapixels', () => photo(8320, 6240).jpeg({ quality: 60 })],
  ['the same on its side', () => photo(8320, 6240).jpeg({ quality: 60 }).withMetadata({ orientation: 6 })],
  ['a progressive JPEG', () => photo(5700, 5800).jpeg({ progressive: true, quality: 40, chromaSubsampling: '4:4:4' })],
  [
    'a progressive JPEG in CMYK',
    () => photo(5000, 4990).toColourspace('cmyk').jpeg({ progressive: true, quality: 40 }),
  ],
  ['a PNG', () => see(7200, 7200).png()],
  ['a PNG of 16 bits', () => emptyPng(7200, 7200, { bits: 16, color: 6 })],
  ['a wide PNG of 16 bits', () => emptyPng(16_384, 3170, { bits: 16, color: 6 })],
  ['a wide and low PNG of 16 bits', () => emptyPng(16_384, 1000, { bits: 16, color: 6 })],
  ['a tall PNG of 16 bits', () => emptyPng(3170, 16_384, { bits: 16, color: 6 })],
  ['an interlaced PNG', () => see(6300, 6300).png({ progressive: true })],
  ['an interlaced PNG of 16 bits', () => see(5200, 5200).toColourspace('rgb16').png({ progressive: true })],
  ['a GIF', () => photo(6300, 6300).gif({ effort: 1, colours: 4, dither: 0 })],
  ['a WebP', () => photo(8000, 6500).webp({ effort: 0, quality: 10 })],
  ['a WebP without loss', () => see(8000, 6500).webp({ effort: 0, lossless: true })],
  ['an AVIF', () => photo(4080, 4080).avif({ effort: 0, quality: 10, chromaSubsampling: '4:4:4' })],
  ['an AVIF of 12 bits', () => see(3460, 3460).avif({ effort: 0, bitdepth: 12, chromaSubsampling: '4:4:4' })],
];

test('after 200 narrow pictures the server has less than 200 MB', async () => {
  const database = await testDatabase();
  const server = await startServer(built.main, { DATABASE_URL: database.url, DATA_DIR: folder });
  try {
    const bucket = path.join(folder, 'images/doctor-images');
    await mkdir(bucket, { recursive: true });
    for (let n = 0; n < 50; n += 1)
      await photo(2048, 1536)
        .webp()
        .toFile(path.join(bucket, nameOf(n)));
    const before = residentMb(server.child.pid);
    const began = performance.now();
    const left = imageWidths.flatMap((width) => Array.from({ length: 50 }, (_, n) => `${nameOf(n)}?w=${width}`));
    const askOnAndOn = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const answer = await fetch(`${server.url}/images/doctor-images/${next}`);
        await answer.arrayBuffer();
        expect(answer.status).toBe(200);
      }
    };
    await Promise.all([1, 2, 3, 4].map(askOnAndOn));
    const after = residentMb(server.child.pid);
    const each = Math.round((performance.now() - began) / 200);
    process.stdout.write(
      `narrow pictures: ${Math.round(before)} MB before, ${Math.round(after)} after, ${each} ms each\n`,
    );
    expect(after).toBeLessThan(200);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
    await database.close();
  }
});

test.each(largest)('%s at its largest is taken in 450 MB', async (name, make) => {
  const file = path.join(folder, 'picture');
  const made = make();
  await writeFile(file, Buffer.isBuffer(made) ? made : await made.toBuffer());
  const workers = watchWorkers();
  const began = performance.now();
  const { bytes } = await encodeIsolated(file, 2048, 82);
  const peak = await workers.stop();
  process.stdout.write(`${name}: ${Math.round(peak / 1e6)} MB, ${Math.round(performance.now() - began)} ms\n`);
  expect((await sharp(bytes).metadata()).format).toBe('webp');
  expect(peak).toBeLessThan(450e6);
});
