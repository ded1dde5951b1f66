import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findBinaries } from '#server/database/embedded/binaries.ts';
import { checkFolder, prepareFolder } from '#server/database/embedded/folder.ts';
import { openEmbedded } from '#server/database/embedded/postgres.ts';
import { chooseUser } from '#server/database/embedded/user.ts';
import { createLog } from '#server/http/log/log.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder with these files, readable by others and, if the test may do that, owned by another user. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-folder-'));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  chmodSync(folder, 0o755);
  if (process.getuid?.() === 0) for (const entry of entriesOf(folder)) chownSync(entry, 1000, 1000);
  return folder;
}

const entriesOf = (folder: string) => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((entry) => path.join(folder, entry)),
];

const stateOf = (folder: string, which: (entry: string) => boolean = () => true) =>
  entriesOf(folder)
    .filter(which)
    .map((entry) => {
      const { mode, uid, gid, mtimeMs } = lstatSync(entry);
      return [entry, mode, uid, gid, mtimeMs];
    });

const open = (dataDir: string) => openEmbedded({ dataDir, maxConnections: 20 }, createLog('silent'));

test.each<[string, Record<string, string>, RegExp]>([
  ['things that are not ours', { 'thesis.odt': '' }, /it holds other things \(thesis\.odt\)/],
  ["somebody's postgres folder and more", { 'postgres/notes': '', 'other/f': '' }, /holds other things \(other, post/],
  ["somebody's own Postgres", { 'postgres/PG_VERSION': '18\n' }, /it holds other things \(postgres\)/],
  ['only names that we use as well', { 'images/cat.jpg': '', reserve: '' }, /holds other things \(images, reserve\)/],
  [
    'ours and things that are not',
    { 'postgres/PG_VERSION': '18\n', 'postgres-password': 'x', letters: '' },
    /it holds other things \(letters\); move them, or start the version of the program that it was last used with/,
  ],
  [
    'a postgres folder without a database',
    { 'postgres/notes': '', 'postgres-password': 'x' },
    /is not a Postgres data folder/,
  ],
  [
    'a database of another version',
    { 'postgres/PG_VERSION': '15\n', 'postgres-password': 'x' },
    /was made by Postgres 15, and this program brings Postgres 18/,
  ],
])('a folder that holds %s is refused and left as it was', async (_, files, words) => {
  const folder = folderWith(files);
  const before = stateOf(folder);
  await expect(open(folder)).rejects.toThrow(words);
  expect(stateOf(folder)).toEqual(before);
});

test('a folder that a living server uses is refused and left as it was', async () => {
  const folder = folderWith({ '.gitkeep': '', 'lost+found/f': '' });
  const first = await open(folder);
  chmodSync(folder, 0o750);
  const fixed = () => stateOf(folder, (entry) => !entry.includes('/postgres/'));
  const before = fixed();
  await expect(open(folder)).rejects.toThrow('is in use by');
  expect(fixed()).toEqual(before);
  await first.close();
});

test('a folder that a start has only prepared is as good as empty for another, and after a crash', async () => {
  const folder = folderWith({});
  await prepareFolder(folder);
  await expect(checkFolder(folder, await findBinaries())).resolves.toBeUndefined();
});

test('a start continues after an interrupted one', async () => {
  const folder = folderWith({
    'postgres-password': 'secret\n',
    new: '',
    'postgres.making-4194305/PG_VERSION': '18\n',
    'images/doctor-images/a.webp': '',
    'uploads/a': '',
  });
  const opened = await open(folder);
  expect(readdirSync(folder)).not.toContain('postgres.making-4194305');
  expect(lstatSync(folder).mode & 0o777).toBe(0o700);
  await opened.close();
});

test('a program that the owner of the folder cannot reach is copied into it, and the copy is the owner’s', () => {
  const locked = folderWith({ 'program/bin/postgres': '#!/bin/sh\n' });
  const root = path.join(locked, 'program');
  const postgres = path.join(root, 'bin/postgres');
  chmodSync(postgres, 0o755);
  for (const entry of entriesOf(locked)) if (process.getuid?.() === 0) chownSync(entry, 0, 0);
  chmodSync(locked, 0o700);

  const dataDir = folderWith({ 'postgres/PG_VERSION': '18\n' });
  const { uid } = lstatSync(dataDir);
  chooseUser({ initdb: postgres, postgres, pgCtl: postgres, root, version: '18.0.0' }, dataDir);
  expect(entriesOf(dataDir).filter((entry) => lstatSync(entry).uid !== uid)).toEqual([]);
  // Without the rights of root, everything belongs to the account that runs the test, and the program is run in place.
  const isCopied = process.platform === 'linux' && process.getuid?.() === 0;
  expect(entriesOf(dataDir).some((entry) => entry.includes('postgres-program-18.0.0'))).toBe(isCopied);
});
