import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodePicture } from '#server/images/encode.ts';
import { UnusablePicture, encodeIsolated } from '#server/images/isolated-encode.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { emptyPng, noisyPicture, plainPicture, upload } from '#tests/records/pictures.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { watchWorkers } from '#tests/desk/workers.ts';

let app: TestApp;
let bearer: string;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'awa-bombs-'));
  app = await testApp({ settings: { dataDir } });
  bearer = await newBearer(app);
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Far less than one of these bombs decompressed, in bytes. */
const little = 200_000_000;

/** The code and the sentence of a refused upload. */
async function refusalOf(file: Buffer) {
  const answer = await upload(app, bearer, file);
  const { code, detail } = problemOf(answer);
  return [answer.status, code, detail];
}
const tooManyPixels = [
  422,
  'too_many_pixels',
  'This image has too many pixels. Make it smaller, then choose it again.',
];

test('a picture that is much larger when unpacked is refused, ten at once too, and takes no memory', async () => {
  // 196 million pixels in 600 KB.
  const bomb = emptyPng(14_000, 14_000);
  expect(bomb.length).toBeLessThan(1_000_000);
  const before = process.memoryUsage.rss();
  const workers = watchWorkers();
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload(app, bearer, bomb)));
  expect(process.memoryUsage.rss() - before).toBeLessThan(little);
  expect(await workers.stop()).toBeLessThan(little);
  for (const answer of answers) expect([answer.status, problemOf(answer).code]).toEqual([422, 'too_many_pixels']);
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([]);
});

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ['10 million pixels wide and 5 high', () => emptyPng(9_999_999, 5)],
  ['1 million wide and 52 high, of 16 bits', () => emptyPng(1_000_000, 52, { bits: 16, color: 6 })],
  ['one pixel wide and 16,385 high', () => emptyPng(1, 16_385)],
  ['an AVIF of 16 million pixels and 12 bits', () => avif(4000, 12)],
])('%s is refused before it is decoded', async (_, make) => {
  const file = await make();
  const workers = watchWorkers();
  expect(await refusalOf(file)).toEqual(tooManyPixels);
  expect(await workers.stop()).toBeLessThan(little);
});

test('a side of 16,384 pixels is taken', async () => {
  for (const file of [emptyPng(16_384, 20), emptyPng(20, 16_384)]) {
    expect((await upload(app, bearer, file)).status).toBe(201);
  }
});

test('a picture that lies about its size is refused', async () => {
  const png = await plainPicture('png');
  // Width and height come after the signature and the name of the first chunk.
  const huge = Buffer.from(png);
  huge.writeUInt32BE(100_000, 16);
  huge.writeUInt32BE(100_000, 20);
  const tall = Buffer.from(png);
  tall.writeUInt32BE(5000, 20);
  const small = await avif(5000, 8);
  small.writeUInt32BE(400, small.indexOf('ispe') + 8);
  small.writeUInt32BE(400, small.indexOf('ispe') + 12);
  const workers = watchWorkers();
  for (const file of [huge, tall, small]) expect((await upload(app, bearer, file)).status).toBe(422);
  expect(await workers.stop()).toBeLessThan(little);
});

test('a picture that has to be unpacked whole is refused at fewer pixels than one that is read line by line', async () => {
  const wide = sharp({ create: { width: 6400, height: 6400, channels: 3, background: '#fff' } });
  const refused = [
    await wide.clone().png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    await wide.clone().jpeg({ progressive: true }).toBuffer(),
    await wide.clone().gif({ effort: 1 }).toBuffer(),
    await avif(4200, 8),
  ];
  for (const file of refused) expect(await refusalOf(file)).toEqual(tooManyPixels);
  for (const file of [
    await wide.clone().png({ compressionLevel: 1 }).toBuffer(),
    await wide.clone().jpeg().toBuffer(),
  ]) {
    expect((await upload(app, bearer, file)).status).toBe(201);
  }
});

test('a picture that is taken is not even read in the server, which would keep the memory for it', async () => {
  const file = path.join(dataDir, 'wide.png');
  await writeFile(file, emptyPng(4096, 1024));
  const webp = { operation: ['VipsForeignLoadWebpBuffer'] };
  sharp.block(webp);
  const picture = await encodePicture(file).finally(() => sharp.unblock(webp));
  expect(picture).toMatchObject({ width: 2048, height: 512 });
});

test('a decoder that reaches its limit of memory is ended, and the server goes on', async () => {
  const file = path.join(dataDir, 'large.png');
  await writeFile(file, emptyPng(16_384, 1000, { bits: 16, color: 6 }));
  const limits = { processorSeconds: 20, memory: 120_000 };
  await expect(encodeIsolated(file, 2048, 82, limits)).rejects.toBeInstanceOf(UnusablePicture);
  const { bytes, ...size } = await encodeIsolated(file, 2048, 82);
  expect(await sharp(bytes).metadata()).toMatchObject({ ...size, width: 2048 });
});

test('while many pictures are encoded the rest of the desk answers, and uploads beyond the queue are told when to come back', async () => {
  const file = await noisyPicture('jpeg');
  let left = 30;
  const uploads = Promise.all(
    Array.from({ length: left }, async () => {
      const answer = await upload(app, bearer, file);
      left -= 1;
      return answer;
    }),
  );
  expect((await send(app.url, '/admin/users', { bearer })).status).toBe(200);
  expect(left).toBeGreaterThan(0);
  const answers = await uploads;
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
  for (const answer of refused) {
    expect([answer.status, problemOf(answer).code, answer.headers['retry-after']]).toEqual([503, 'busy', '5']);
  }
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([]);
});

const avif = (side: number, bitdepth: 8 | 12) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#fff' }, limitInputPixels: false })
    .avif({ effort: 0, bitdepth })
    .toBuffer();
