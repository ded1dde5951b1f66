import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFolderFault, noteFolder } from '#server/images/folder-id.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { built } from '#tests/desk/built-server.ts';
import { endServer, launch, newFolder, startServer } from '#tests/desk/server-process.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('desks that share a folder agree on its id, and one with another folder is told', async () => {
  const { db } = app.database;
  const shared = path.join(newFolder(), 'images');
  const desks = await Promise.all([1, 2, 3].map(() => noteFolder(db, shared)));
  expect(desks).toEqual([undefined, undefined, undefined]);

  const own = newFolder();
  mkdirSync(path.join(own, 'images'));
  expect(await findFolderFault(db, path.join(own, 'images'))).toMatch(/is not the folder/);
  const settings = { DATABASE_URL: app.database.url, DATA_DIR: own, DISK_RESERVE_MB: '0' };
  const desk = await startServer(built.main, { ...settings, LOG_LEVEL: 'warn' });
  expect(desk.output()).toContain(`${own}/images is not the folder of images that this database was first used with`);
  expect(readFileSync(path.join(own, 'images/.folder-id'), 'utf8')).toHaveLength(36);
  const doctor = launch(built.program('doctor'), settings);
  expect(await doctor.ended).toBe(1);
  expect(doctor.output()).toMatch(/to do {2}images: .* set S3_ENDPOINT/);

  // The instruction that the sentence gives to the operator.
  await app.database.pool.query('UPDATE desk SET images_folder = NULL');
  expect(await noteFolder(db, path.join(own, 'images'))).toBeUndefined();
  expect(await noteFolder(db, shared)).toMatch(/is not the folder/);
  await endServer(desk, own);
});
