// Makes a clone ready to run: the packages of the lock file, then the build, each only when it is out of date.
// Uses nothing but Node, since it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Ends the process with one line when Node is older than package.json asks for. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Awa Desk needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

/** `npm ci` when node_modules is missing, or was installed from another lock file. */
export function install() {
  const stamp = path.join(root, 'node_modules/.awa-desk-lock');
  const lock = digest(['package-lock.json', 'package.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (!matchesLock()) {
    console.log('Installing packages ...');
    // npm warns of packages that declare a newer Node (decision 4), a warning that is of no use to the people who start
    // the desk.
    const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (done.status !== 0) {
      console.error(
        done.signal
          ? `The packages could not be installed: the system ended npm (${done.signal}). Installing and building take 1 GB of memory.`
          : 'The packages could not be installed; npm says why above.',
      );
      process.exit(1);
    }
  }
  // If node_modules cannot be written, each start compares again.
  try {
    writeFileSync(stamp, lock);
  } catch {
    return;
  }
}

/** Whether npm's record in node_modules matches the lock file on this machine. */
function matchesLock() {
  const noted = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(noted)) return false;
  const have = JSON.parse(readFileSync(noted, 'utf8')).packages;
  const want = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(want).every(
    ([name, { version, optional, devOptional, peer, link }]) =>
      name === '' || link || have[name]?.version === version || (!have[name] && (optional || devOptional || peer)),
  );
}

/** Builds when an input of the build has changed or an output is missing. */
export async function buildWhenChanged() {
  const stamp = path.join(root, 'dist/.inputs');
  const inputs = digest([
    ...['contract', 'server', 'web'].flatMap(filesUnder),
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.json',
    'scripts/build.mjs',
    'scripts/compress.mjs',
    'scripts/sbom.mjs',
    'scripts/shipped.mjs',
  ]);
  const built = ['server/main.mjs', 'server/staff.mjs', 'server/doctor.mjs', 'web/index.html'].map((file) =>
    path.join(root, 'dist', file),
  );
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs && built.every((file) => existsSync(file))) return;
  console.log('Building ...');
  const { build } = await import(pathToFileURL(path.join(root, 'scripts/build.mjs')).href);
  await build();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, inputs);
}

function filesUnder(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const full = path.join(root, file);
    if (existsSync(full)) hash.update(file).update('\0').update(readFileSync(full)).update('\0');
  }
  return hash.digest('hex');
}
