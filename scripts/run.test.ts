import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const clones: string[] = [];
afterAll(() => {
  for (const clone of clones) rmSync(clone, { recursive: true, force: true });
});

/** A clone with only our scripts and these files: any attempt to install or build fails there. */
function cloneWith(files: Record<string, string>) {
  const clone = mkdtempSync(path.join(tmpdir(), 'awa-clone-'));
  clones.push(clone);
  for (const script of readdirSync('scripts').filter((file) => file.endsWith('.mjs'))) {
    cpSync(path.join('scripts', script), path.join(clone, 'scripts', script));
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(clone, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(clone, file), text);
  }
  return clone;
}

/** The files with which `npm run dev` starts in a clone, and prints the port and the pattern of its proxy. */
const devFiles = {
  // The stamp that `install` writes when there is no lock file.
  'node_modules/.awa-desk-lock': createHash('sha256').digest('hex'),
  'node_modules/vite/package.json': '{ "type": "module", "exports": "./index.js" }',
  'node_modules/vite/index.js': `export const createServer = ({ server }) => {
    const [[pattern, { target }]] = Object.entries(server.proxy);
    console.log([target, pattern].join('\\n'));
    return { listen() {}, printUrls() {}, async close() {} };
  };`,
  'node_modules/tsx/dist/cli.mjs': '',
};

const run = (clone: string, script: string, env: Record<string, string> = {}, args: string[] = []) =>
  spawnSync(process.execPath, [path.join(clone, 'scripts', script), ...args], {
    encoding: 'utf8',
    cwd: clone,
    env: { PATH: process.env.PATH, ...env },
  }).stdout.trim();

test('a command changes neither the build nor the packages, because a desk may be running from them', () => {
  const clone = cloneWith({
    'dist/server/staff.mjs': 'console.log(`built earlier: ${process.argv.slice(2)}`);',
    'node_modules/.awa-desk-lock': 'of another lock file',
    'package-lock.json': '{}',
    'web/main.tsx': 'changed since',
  });
  expect(run(clone, 'command.mjs', {}, ['staff', 'list'])).toBe('built earlier: list');
});

test('an install says nothing that nobody can act on: npm is asked for its errors alone', () => {
  const clone = cloneWith({
    'package-lock.json': '{ "packages": { "": {}, "node_modules/fastify": { "version": "5.0.0" } } }',
  });
  const npm = path.join(clone, 'bin/npm');
  mkdirSync(path.dirname(npm));
  writeFileSync(npm, '#!/bin/sh\necho "npm $*"\nexit 1\n', { mode: 0o755 });
  expect(run(clone, 'start.mjs', { PATH: `${path.dirname(npm)}:${process.env.PATH}` })).toBe(
    'Installing packages ...\nnpm ci --no-audit --no-fund --loglevel=error',
  );
});

test('an install that the system ends says how much memory it takes', () => {
  const clone = cloneWith({
    'package-lock.json': '{ "packages": { "": {}, "node_modules/fastify": { "version": "5.0.0" } } }',
  });
  mkdirSync(path.join(clone, 'bin'));
  writeFileSync(path.join(clone, 'bin/npm'), '#!/bin/sh\nkill -KILL $$\n', { mode: 0o755 });
  const { status, stderr } = spawnSync(process.execPath, [path.join(clone, 'scripts/start.mjs')], {
    encoding: 'utf8',
    cwd: clone,
    env: { PATH: `${path.join(clone, 'bin')}:${process.env.PATH}` },
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('(SIGKILL). Installing and building take 1 GB of memory'),
  ]);
});

test('what deploy/ starts is built, and its settings are settings of the desk', () => {
  const known = new Set([...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z\d_]+)=/gm)].map(([, name]) => name));
  for (const file of ['deploy/Dockerfile', 'deploy/awa-desk.service']) {
    const text = readFileSync(file, 'utf8');
    const programs = [...text.matchAll(/dist\/server\/(\w+)\.mjs/g)].map(([, name]) => `server/${name}.ts`);
    expect(programs.length, file).toBeGreaterThan(0);
    expect(programs.filter((program) => !existsSync(program))).toEqual([]);
    const set = [...text.matchAll(/^(?:ENV |Environment=)(.*)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '));
    const names = set.map((pair) => pair.split('=')[0]).filter((name) => name !== 'NODE_ENV');
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  }
});

test.each([
  ['the port of .env', { '.env': 'PORT=4123' }, {}, '4123'],
  ['the port of the environment rather than that of .env', { '.env': 'PORT=4123' }, { PORT: '4124' }, '4124'],
  ['the default where neither names a port', { '.env': 'PORT=' }, {}, '4000'],
])('npm run dev sends calls to the port that the server listens on: %s', (_, files, env, port) => {
  const clone = cloneWith({ ...files, ...devFiles });
  expect(run(clone, 'dev.mjs', env).split('\n')[0]).toBe(`http://127.0.0.1:${port}`);
});

test('npm run dev sends calls to the server, and neither a screen nor its code', () => {
  const [, pattern = ''] = run(cloneWith(devFiles), 'dev.mjs').split('\n');
  const toServer = (address: string) => new RegExp(pattern).test(address);
  const calls = ['/api/doctors', '/api/doctors?x=y.ts', '/admin/users', '/auth/session', '/images/a.webp', '/healthz'];
  expect(calls.filter((address) => !toServer(address))).toEqual([]);
  const own = ['/admin', '/admin/desk/users', '/api/call.ts', '/api/query.ts?t=1732', '/account/page.tsx', '/main.tsx'];
  expect(own.filter(toServer)).toEqual([]);
});
