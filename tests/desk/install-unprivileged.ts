import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { built } from '#tests/desk/built-server.ts';
import { newFolder } from '#tests/desk/server-process.ts';

// Installs the built desk for an account of the operating system that is not root.

type Lock = { packages: Record<string, { dependencies?: object; optionalDependencies?: object }> };

/** The installed packages that the built server imports, with their dependencies. */
function packagesOf(server: string): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const programs = readdirSync(server).filter((file) => file.endsWith('.mjs'));
  const code = programs.map((file) => readFileSync(path.join(server, file), 'utf8')).join('\n');
  const isImported = (name: string) => code.includes(`"${name}"`) || code.includes(`"${name}/`);
  const imported = Object.keys(packages['']?.dependencies ?? {}).filter(isImported);
  // The loop also visits names that are added to the set during it. Postgres has a package for each kind of machine.
  const needed = new Set([...imported, ...Object.keys(packages['']?.optionalDependencies ?? {})]);
  for (const name of needed) {
    for (const [place, { dependencies, optionalDependencies }] of Object.entries(packages)) {
      if (place !== `node_modules/${name}` && !place.startsWith(`node_modules/${name}/`)) continue;
      for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) needed.add(other);
    }
  }
  return [...needed].filter((name) => existsSync(path.join('node_modules', name)));
}

/** The ids of a user without rights, for tests that run as root; otherwise empty, for the current user. */
function userIds(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'nobody'])));
  return { uid, gid };
}

/**
 * Installs the built desk in a folder of this name, for a user without rights, who may write only in `data` and
 * `backups` when the tests run as root. Packages and Node are copied when they are below a folder that only root may
 * enter.
 */
export function installUnprivileged(name: string) {
  const ids = userIds();
  const folder = newFolder();
  const inside = (...parts: string[]) => path.join(folder, name, ...parts);
  const server = path.dirname(built.main);
  const modules = path.resolve('node_modules');
  mkdirSync(inside());
  for (const one of ['package.json', 'package-lock.json', 'scripts']) cpSync(one, inside(one), { recursive: true });
  cpSync(server, inside('dist/server'), { recursive: true });

  const look = `fs.accessSync(${JSON.stringify(path.join(modules, 'pg'))})`;
  let node = process.execPath;
  if (spawnSync(node, ['--eval', look], { ...ids, cwd: '/' }).status === 0) {
    symlinkSync(modules, inside('node_modules'));
  } else {
    for (const one of packagesOf(server)) {
      cpSync(path.join(modules, one), inside('node_modules', one), { recursive: true, verbatimSymlinks: true });
    }
    node = path.join(folder, 'node');
    copyFileSync(process.execPath, node);
  }
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  const [dataDir = '', backups = ''] = ['data', 'backups'].map((one) => {
    mkdirSync(inside(one));
    if (ids.uid !== undefined && ids.gid !== undefined) chownSync(inside(one), ids.uid, ids.gid);
    return inside(one);
  });
  return { folder, dataDir, backups, program: (file: string) => inside(file), account: { node, ...ids } };
}
