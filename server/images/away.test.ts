import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '#server/app.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { objectStore } from '#tests/desk/object-store.ts';
import { download, noisyPicture, plainPicture, upload } from '#tests/records/pictures.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';

let app: TestApp;
let bearer: string;
let dataDir: string;
let store: Awaited<ReturnType<typeof objectStore>>;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'awa-away-'));
  store = await objectStore();
  app = await testApp({ settings: { dataDir, s3: store.s3 } });
  bearer = await newBearer(app);
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('an object store that does not know the key stops the start in one line', async () => {
  const s3 = store.s3 && { ...store.s3, accessKey: 'unknown' };
  await expect(openStorage({ dataDir, s3 }, app.database)).rejects.toThrow(
    'The object store of S3_ENDPOINT cannot be used: it answers 403 for the bucket lady-due-images.',
  );
});

test('buckets of another desk stop the start, because a sweep would remove their pictures', async () => {
  const settings = { dataDir, s3: store.s3 };
  await expect(openStorage(settings, { id: 'another1' })).rejects.toThrow(
    'The object store of S3_ENDPOINT cannot be used: its bucket lady-due-images belongs to another desk.',
  );
  await openStorage(settings, app.database);
});

test('an object store that is gone is 503, and nothing is stored', async () => {
  const file = await plainPicture('png');
  const { imageUrl } = (await upload(app, bearer, file)).json as { imageUrl: string };
  await store.close();
  const before = (await app.database.pool.query('SELECT * FROM images')).rows;
  for (const answer of [await upload(app, bearer, file), await send(app.url, imageUrl)]) {
    expect([answer.status, problemOf(answer).code, answer.headers['retry-after']]).toEqual([
      503,
      'storage_unavailable',
      '5',
    ]);
  }
  expect((await app.database.pool.query('SELECT * FROM images')).rows).toEqual(before);
  await expect(openStorage({ dataDir, s3: store.s3 }, app.database)).rejects.toThrow('it does not answer');
});

test('a folder that cannot be written is a fault without a row or a file', async () => {
  const broken = await mkdtemp(path.join(tmpdir(), 'awa-broken-'));
  await mkdir(path.join(broken, 'images'));
  // A file takes the place of the bucket's folder.
  await writeFile(path.join(broken, 'images/doctor-images'), 'x');
  const other = await testApp({ settings: { dataDir: broken } });
  const answer = await upload(other, await newBearer(other), await plainPicture('png'));
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain(broken);
  expect((await other.database.pool.query('SELECT FROM images')).rowCount).toBe(0);
  await other.close();
  await rm(broken, { recursive: true, force: true });
});

test('the desk closes soon after it served a picture, also when the connection is kept open', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'awa-closing-'));
  const file = await noisyPicture('png');
  for (let round = 0; round < 5; round += 1) {
    const other = await testApp({ settings: { dataDir: folder } });
    const { imageUrl } = (await upload(other, await newBearer(other), file)).json as { imageUrl: string };
    expect((await download(other, imageUrl)).status).toBe(200);
    await other.close();
  }
  await rm(folder, { recursive: true, force: true });
});
