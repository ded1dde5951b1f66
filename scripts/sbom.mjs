import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const read = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));

/**
 * Writes a bill of materials (CycloneDX) of every shipped package, made by npm. Without npm there is none. npm's own
 * `--omit=dev` would also omit packages that are both shipped and needed for development, so npm gets a package and a
 * lock file without development dependencies.
 */
export function writeBillOfMaterials(file) {
  const { devDependencies: _, ...manifest } = read('package.json');
  const lock = read('package-lock.json');
  delete lock.packages[''].devDependencies;
  const shipped = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
  const temporary = mkdtempSync(path.join(tmpdir(), 'awa-bill-'));
  // npm names the bill after the folder.
  const folder = path.join(temporary, manifest.name);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: Object.fromEntries(shipped) }),
  );
  const { status, stdout } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  rmSync(temporary, { recursive: true });
  if (status === 0) writeFileSync(file, stdout);
  else rmSync(file, { force: true });
}
