import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskStorage } from '#server/images/disk.ts';
import { imageEraser } from '#server/images/erase.ts';
import { serveImages } from '#server/images/serve.ts';
import { type ImageKey, type Storage, newName, urlOf } from '#server/images/storage.ts';
import { plainPicture } from '#tests/records/pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'awa-serve-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const erase = (storage: Storage, key: ImageKey) => imageEraser(storage, []).removeFiles([key]);

test.each<[string, (storage: Storage, key: ImageKey) => Storage]>([
  [
    'before it is written',
    (storage, key) => ({
      ...storage,
      async put(narrow, bytes) {
        await erase(storage, key);
        await storage.put(narrow, bytes);
      },
    }),
  ],
  [
    'after it is written',
    (storage, key) => ({
      ...storage,
      async put(narrow, bytes) {
        await storage.put(narrow, bytes);
        await erase(storage, key);
      },
    }),
  ],
])('a picture that is erased while a narrow copy of it is made, %s, leaves nothing to serve', async (_, erasing) => {
  const storage = diskStorage(folder);
  const key: ImageKey = { bucket: 'community-images', name: newName() };
  await storage.put(key, await plainPicture('webp', 200, 100));
  const app = fastify();
  serveImages(app, erasing(storage, key));
  const answers = [await app.inject(`${urlOf(key)}?w=96`), await app.inject(`${urlOf(key)}?w=96`)];
  expect(answers.map(({ statusCode }) => statusCode)).not.toContain(200);
  expect(await readdir(path.join(folder, key.bucket))).toEqual([]);
  await app.close();
});

test('on a full disk a narrow copy is served without being kept', async () => {
  const storage = diskStorage(folder);
  const key: ImageKey = { bucket: 'community-images', name: newName() };
  await storage.put(key, await plainPicture('webp', 200, 100));
  const app = fastify();
  const put = () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }));
  serveImages(app, { ...storage, put });
  const answer = await app.inject(`${urlOf(key)}?w=96`);
  expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, String(answer.rawPayload.length)]);
  expect((await sharp(answer.rawPayload).metadata()).width).toBe(96);
  await app.close();
});

test('a stored file with more pixels than our own pictures have is not decoded', async () => {
  const storage = diskStorage(folder);
  const key: ImageKey = { bucket: 'community-images', name: newName() };
  await storage.put(key, await plainPicture('webp', 2049, 2048));
  const app = fastify();
  serveImages(app, storage);
  const answer = await app.inject(`${urlOf(key)}?w=96`);
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    500,
    'Input image exceeds pixel limit',
  ]);
  await app.close();
});

test('the original is erased before its four narrow copies', async () => {
  const removed: string[] = [];
  const storage: Storage = { ...diskStorage(folder), remove: async ({ name }) => void removed.push(name) };
  await erase(storage, { bucket: 'community-images', name: `${'a'.repeat(32)}.webp` });
  expect(removed[0]).toBe(`${'a'.repeat(32)}.webp`);
  expect(removed).toHaveLength(5);
});
