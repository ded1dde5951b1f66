import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { recommendedNode } from '#scripts/node-versions.mjs';

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

test('the image has the recommended Node, which README names, by its full version', () => {
  const bases = readFileSync('deploy/Dockerfile', 'utf8').match(/^FROM \S+/gm);
  expect(bases).toEqual(Array.from({ length: 2 }, () => `FROM node:${recommendedNode}-bookworm-slim`));
  expect(readFileSync('README.md', 'utf8')).toContain(`Node ${recommendedNode} is recommended`);
});

const analyses = ['security', 'verify'].filter(() => spawnSync('systemd-analyze', ['--version']).status === 0);
test.each(analyses)('systemd-analyze %s finds nothing in the units', (analysis) => {
  const units = readdirSync('deploy').filter((name) => /\.(service|timer)$/.test(name));
  const services = units.filter((name) => analysis === 'verify' || name.endsWith('.service'));
  const limit = analysis === 'security' ? ['--offline=true', '--threshold=20'] : [];
  const words = [...limit, ...services.map((name) => `deploy/${name}`)];
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [analysis, ...words], { encoding: 'utf8' });
  expect([status, stderr], stdout).toEqual([0, '']);
});

/** The names of the desk's own metrics. */
const measured = new Set(readFileSync('server/run/prometheus.ts', 'utf8').match(/awa_\w+/g));
test.each(['deploy/prometheus/alerts.yaml', 'deploy/grafana.json'])('%s names what is measured', (file) => {
  const asked = readFileSync(file, 'utf8').match(/\bawa_\w+/g) ?? [];
  const names = asked.map((name) => name.replace(/(?<=_seconds)_(bucket|count|sum)$/, ''));
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !measured.has(name))).toEqual([]);
});

const promtool = spawnSync('promtool', ['--version']).status === 0 ? ['promtool'] : [];
test.each(promtool)('%s finds nothing in the rules', (program) => {
  const { status, stdout } = spawnSync(program, ['check', 'rules', 'deploy/prometheus/alerts.yaml'], {
    encoding: 'utf8',
  });
  expect(status, stdout).toBe(0);
});
