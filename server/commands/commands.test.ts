import { chmodSync, chownSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { embeddedPaths } from '#server/database/embedded/folder.ts';
import { openEmbedded } from '#server/database/embedded/postgres.ts';
import { migrate } from '#server/database/migrate.ts';
import { createLog } from '#server/http/log/log.ts';
import { built, copyPreparedFolder } from '#tests/desk/built-server.ts';
import { launch, startServer } from '#tests/desk/server-process.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'awa-commands-'));
// Another account that owns a folder below it must be able to reach it.
chmodSync(scratch, 0o755);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const backup = path.join(scratch, 'backup.tar');
const commands: [string, string[]][] = [
  ['staff', ['list']],
  ['staff', ['verify-log']],
  ['backup', [backup]],
  ['doctor', []],
  ['check-links', [path.join(scratch, 'links')]],
];

async function run(name: string, args: string[], dataDir: string) {
  const command = launch(built.program(name), { DATA_DIR: dataDir, DISK_RESERVE_MB: '0' }, { args });
  return { code: await command.ended, said: command.output(), errors: command.errors() };
}

test.each(commands)('%s %j makes no database: it ends with 2 and names DATA_DIR', async (name, args) => {
  const dataDir = path.join(scratch, 'nowhere');
  expect(await run(name, args, dataDir)).toMatchObject({
    code: 2,
    errors: `DATA_DIR ${dataDir} holds no database. Set DATA_DIR to the folder of the desk, or start a desk there first.\n`,
  });
  expect(existsSync(dataDir)).toBe(false);
});

test('a desk without an account is not backed up, and the doctor says so', async () => {
  const dataDir = path.join(scratch, 'without-account');
  const opened = await openEmbedded({ dataDir, maxConnections: 10 }, createLog('silent'));
  await migrate(opened.target);
  await opened.close();
  expect(await run('backup', [backup], dataDir)).toEqual({
    code: 2,
    said: '',
    errors: `DATA_DIR ${dataDir} holds a desk without a staff account: nothing is backed up.\n`,
  });
  expect(readdirSync(scratch)).not.toContain('backup.tar');
  const { code, said } = await run('doctor', [], dataDir);
  expect([code, said]).toEqual([1, expect.stringContaining('no staff account')]);
});

const isRoot = process.getuid?.() === 0;
/** Any account but root; without the rights of root, the account that runs the test. */
const owner = isRoot ? 1 : (process.getuid?.() ?? 0);

/** The files and folders that belong to another account. */
function notOwned(folder: string) {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['', ...entries].filter((entry) => lstatSync(path.join(folder, entry)).uid !== owner);
}

test('commands of root leave the folder of a stopped desk to the account that owns it', async () => {
  const dataDir = copyPreparedFolder(path.join(scratch, 'owned'));
  rmSync(embeddedPaths(dataDir).log);
  rmSync(embeddedPaths(dataDir).reserve);
  const entries = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  if (isRoot) for (const entry of ['', ...entries]) chownSync(path.join(dataDir, entry), owner, owner);
  for (const [name, args] of commands) expect(await run(name, args, dataDir)).toMatchObject({ code: 0, errors: '' });
  expect(notOwned(dataDir)).toEqual([]);

  const restored = mkdtempSync(path.join(scratch, 'restored-'));
  if (isRoot) chownSync(restored, owner, owner);
  expect(await run('restore', [backup], restored)).toMatchObject({ code: 0, errors: '' });
  expect(notOwned(restored)).toEqual([]);
  const desk = await startServer(built.main, { DATA_DIR: restored });
  desk.child.kill('SIGTERM');
  expect(await desk.ended).toBe(0);
});
