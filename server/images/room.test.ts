import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { download, plainPicture, upload } from '#tests/records/pictures.ts';
import { problemOf } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';

let app: TestApp;
/** The same desk on a disk with less space than its reserve. */
let full: TestApp;
let dataDir: string;
let picture: Buffer;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'awa-room-'));
  app = await testApp({ settings: { dataDir, uploadsPerDay: 3 } });
  full = await testApp({ database: app.database, settings: { dataDir, diskReserve: Number.MAX_SAFE_INTEGER } });
  picture = await plainPicture('png', 200, 100);
});
afterAll(async () => {
  await full.close();
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const files = () => readdir(path.join(dataDir, 'images/doctor-images'));
const countRows = async () => (await app.database.pool.query('SELECT FROM images')).rowCount;

test('an account may upload so many pictures a day, also when several calls come at once; a repeated call counts once', async () => {
  const bearer = await newBearer(app);
  const headers = { 'idempotency-key': 'the-first' };
  const first = await upload(app, bearer, picture, { headers });
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(app, bearer, picture)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429, 429]);
  for (const answer of answers.filter(({ status }) => status === 429)) {
    expect([problemOf(answer).code, problemOf(answer).detail]).toEqual([
      'upload_quota',
      'You have uploaded 3 images within a day, which is the limit. Try again later.',
    ]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(86_000);
  }
  // The refused upload leaves nothing behind.
  expect([(await files()).length, await countRows()]).toEqual([3, 3]);
  expect((await upload(app, bearer, picture, { headers })).json).toEqual(first.json);
  expect((await upload(app, await newBearer(app), picture)).status).toBe(201);

  await app.database.pool.query("UPDATE images SET created_at = created_at + interval '40 days'");
  const afterStepBack = await upload(app, bearer, picture);
  expect([afterStepBack.status, afterStepBack.headers['retry-after']]).toEqual([429, '86400']);
  await app.database.pool.query("UPDATE images SET created_at = created_at - interval '41 days'");
  expect((await upload(app, bearer, picture)).status).toBe(201);
});

test('with less room than the reserve no upload is taken, and pictures are served', async () => {
  const bearer = await newBearer(app);
  const { imageUrl } = (await upload(app, bearer, picture)).json as { imageUrl: string };
  const before = [await files(), await countRows()];
  const answer = await upload(full, bearer, picture);
  expect([answer.status, problemOf(answer).code]).toEqual([507, 'no_room']);
  expect([await files(), await countRows()]).toEqual(before);
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual([]);
  expect((await download(full, imageUrl)).status).toBe(200);
  expect((await download(full, `${imageUrl}?w=96`)).status).toBe(200);
});
