// The packages that reach production: those that the server loads from node_modules, and those that the build puts into
// the files for the browser. The latter are devDependencies, so that a server installs only the former.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

const read = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));

/** The development packages that the dashboard and the contract import, by name, with their versions. */
function browserPackages({ devDependencies }) {
  const sources = ['web', 'contract']
    .flatMap((side) => readdirSync(path.join(root, side), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(?:tsx?|css)$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath ?? entry.path, entry.name), 'utf8'));
  const imported = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/['"]((?:@[\w-]+\/)?[a-z][\w-]*)[/\w.-]*['"]/g)].map(([, name]) => name),
    ),
  );
  return Object.fromEntries(Object.entries(devDependencies).filter(([name]) => imported.has(name)));
}

/** The place in the lock file of the package that `from` loads by this name; undefined when it is not installed. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}

/**
 * `package.json` and `package-lock.json` of everything that is shipped, as if nothing else were installed. The packages
 * of other platforms are among them.
 */
export function shippedPackages() {
  const { devDependencies, ...manifest } = read('package.json');
  const lock = read('package-lock.json');
  const dependencies = { ...manifest.dependencies, ...browserPackages({ devDependencies }) };
  const packages = { '': { ...lock.packages[''], dependencies } };
  delete packages[''].devDependencies;
  const waiting = [''];
  for (const place of waiting) {
    const { dependencies: needed, optionalDependencies, peerDependencies } = packages[place];
    for (const name of Object.keys({ ...needed, ...optionalDependencies, ...peerDependencies })) {
      const found = placeOf(lock.packages, place, name);
      if (found === undefined || packages[found]) continue;
      const { dev: _, ...installed } = lock.packages[found];
      packages[found] = installed;
      waiting.push(found);
    }
  }
  return { manifest: { ...manifest, dependencies }, lock: { ...lock, packages } };
}
