import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { noisyPicture, plainPicture, upload } from '#server/testing/pictures.ts';
import { problemOf, send } from '#server/testing/send.ts';
import { newBearer } from '#server/testing/staff.ts';

let app: TestApp;
let bearer: string;
let dataDir: string;
/** 196 million pixels in 600 KB. */
let bomb: Buffer;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'awa-bombs-'));
  app = await testApp({ settings: { dataDir } });
  bearer = await newBearer(app);
  bomb = await sharp({
    create: { width: 14_000, height: 14_000, channels: 3, background: '#fff' },
    limitInputPixels: false,
  })
    .png()
    .toBuffer();
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Far less than one of these bombs unpacked, in bytes. */
const little = 200_000_000;

test('a picture that is much more when unpacked is refused, ten at once too, and takes no memory', async () => {
  expect(bomb.length).toBeLessThan(1_000_000);
  const before = process.memoryUsage.rss();
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload(app, bearer, bomb)));
  expect(process.memoryUsage.rss() - before).toBeLessThan(little);
  for (const answer of answers) expect([answer.status, problemOf(answer).code]).toEqual([422, 'not_an_image']);
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([]);
});

test('a picture that lies about its size is refused', async () => {
  const png = await plainPicture('png');
  // Width and height stand behind the signature and the name of the first chunk.
  const huge = Buffer.from(png);
  huge.writeUInt32BE(100_000, 16);
  huge.writeUInt32BE(100_000, 20);
  const tall = Buffer.from(png);
  tall.writeUInt32BE(5000, 20);
  for (const file of [huge, tall]) expect((await upload(app, bearer, file)).status).toBe(422);
});

test('what has to be unpacked whole is refused at fewer pixels than what is read line by line', async () => {
  const wide = sharp({ create: { width: 5200, height: 5200, channels: 3, background: '#fff' } });
  const refused = [
    await wide.clone().png({ progressive: true }).toBuffer(),
    await wide.clone().jpeg({ progressive: true }).toBuffer(),
    await wide.clone().gif({ effort: 1 }).toBuffer(),
    await wide.clone().resize(4200).avif({ effort: 0 }).toBuffer(),
  ];
  for (const file of refused) {
    const answer = await upload(app, bearer, file);
    expect([answer.status, problemOf(answer).code]).toEqual([422, 'not_an_image']);
  }
  for (const file of [await wide.clone().png().toBuffer(), await wide.clone().jpeg().toBuffer()]) {
    expect((await upload(app, bearer, file)).status).toBe(201);
  }
});

test('while many pictures are worked on the rest of the desk answers, and those too many are told when to come back', async () => {
  const file = await noisyPicture('jpeg', 1000, 1000);
  let left = 40;
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
}, 120_000);
