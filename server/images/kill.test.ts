import { readFile, readdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '#tests/desk/test-app.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';
import { noisyPicture, upload } from '#tests/records/pictures.ts';
import { send } from '#tests/desk/send.ts';
import { testPassword } from '#tests/desk/staff.ts';
import { built } from '#tests/desk/built-server.ts';
import { newFolder, startServer } from '#tests/desk/server-process.ts';

let database: TestDatabase;
const dataDir = newFolder();
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** The files of a folder, without the id of the folder itself. */
const filesIn = async (folder: string) => {
  const entries = await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== '.folder-id')
    .map((entry) => path.join(entry.parentPath, entry.name));
};

/** Keeps five uploads in progress and kills the server during them. Returns the addresses of acknowledged uploads. */
async function killWhileUploading(picture: Buffer) {
  const server = await startServer(built.main, {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: 'ada@example.org',
    ADMIN_PASSWORD: testPassword,
  });
  const credentials = { email: 'ada@example.org', password: testPassword };
  const { token } = (await send(server.url, '/auth/login', { method: 'POST', body: credentials })).json as {
    token: string;
  };
  const acknowledged: string[] = [];
  const uploadOnAndOn = async () => {
    for (;;) {
      const answer = await upload(server, token, picture).catch(() => undefined);
      if (!answer) return;
      acknowledged.push((answer.json as { imageUrl: string }).imageUrl);
      // The other four uploads are now in progress, each at another point.
      if (acknowledged.length === 8) server.child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 5 }, uploadOnAndOn));
  expect(await server.ended).toBe('SIGKILL');
  return acknowledged;
}

test('after kills in the middle of uploads every row has its file, acknowledged uploads are there, and the rest is swept', async () => {
  const picture = await noisyPicture('png', 300, 300);
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round += 1) acknowledged.push(...(await killWhileUploading(picture)));

  const { rows } = await database.pool.query<{ url: string; bytes: number }>(
    "SELECT '/images/' || bucket || '/' || name AS url, bytes FROM images",
  );
  const urls = rows.map(({ url }) => url);
  expect(urls).toEqual(expect.arrayContaining(acknowledged));
  for (const { url, bytes } of rows) {
    const file = await readFile(path.join(dataDir, url));
    expect(file.length).toBe(bytes);
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 300 });
  }

  const app = await testApp({ database, settings: { dataDir } });
  for (const file of [...(await filesIn('images')), ...(await filesIn('uploads'))]) await utimes(file, 0, 0);
  await app.sweepImages();
  expect((await filesIn('images')).sort()).toEqual(urls.map((url) => path.join(dataDir, url)).sort());
  expect(await filesIn('uploads')).toEqual([]);
  await app.close();
});
