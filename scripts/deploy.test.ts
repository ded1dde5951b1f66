import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-deploy-'));
  folders.push(folder);
  return folder;
}

test('awa-desk runs a command with the settings of the service, and names of files are those of the caller', () => {
  const settings = path.join(newFolder(), 'desk.env');
  writeFileSync(settings, 'DATA_DIR=/srv/desk\nPORT=4123\n');
  const clone = newFolder();
  for (const folder of ['deploy', 'dist/server']) mkdirSync(path.join(clone, folder), { recursive: true });
  writeFileSync(
    path.join(clone, 'dist/server/staff.mjs'),
    `const { DATA_DIR, PORT, INIT_CWD } = process.env;
    console.log(JSON.stringify([DATA_DIR, PORT, INIT_CWD, process.cwd(), ...process.argv.slice(2)]));`,
  );
  copyFileSync('deploy/awa-desk', path.join(clone, 'deploy/awa-desk'));
  const caller = newFolder();
  symlinkSync(path.join(clone, 'deploy/awa-desk'), path.join(caller, 'awa-desk'));
  const desk = (args: string[], env: Record<string, string> = {}) =>
    spawnSync(path.join(caller, 'awa-desk'), args, {
      cwd: caller,
      env: { PATH: process.env.PATH, PWD: caller, AWA_DESK_ENV: settings, ...env },
      encoding: 'utf8',
    });
  const said = (...args: Parameters<typeof desk>) => JSON.parse(desk(...args).stdout) as string[];
  expect(said(['staff', 'list'])).toEqual(['/srv/desk', '4123', caller, clone, 'list']);
  expect(said(['verify-log'], { PORT: '5000' })).toEqual(['/srv/desk', '5000', caller, clone, 'verify-log']);
  expect(desk(['migrate'])).toMatchObject({ status: 2, stderr: expect.stringContaining('awa-desk staff|backup') });
  expect(desk([])).toMatchObject({ status: 0, stdout: expect.stringContaining('awa-desk staff|backup') });
});

const analyses = ['security', 'verify'].filter(() => spawnSync('systemd-analyze', ['--version']).status === 0);
test.each(analyses)('systemd-analyze %s finds nothing in the units', (analysis) => {
  const [unit, ...others] = ['awa-desk.service'].map((name) => `deploy/${name}`);
  const words = analysis === 'security' ? ['--offline=true', '--threshold=20', unit ?? ''] : [unit ?? '', ...others];
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [analysis, ...words], { encoding: 'utf8' });
  expect([status, stderr], stdout).toEqual([0, '']);
});
