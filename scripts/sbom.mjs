import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shippedPackages } from './shipped.mjs';

/** Writes a bill of materials (CycloneDX) of every shipped package, made by npm. Without npm there is none. */
export function writeBillOfMaterials(file) {
  const { manifest, lock } = shippedPackages();
  const temporary = mkdtempSync(path.join(tmpdir(), 'awa-bill-'));
  // npm names the bill after the folder.
  const folder = path.join(temporary, manifest.name);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
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
