// Finds Firefox and WebKit for the engine tests, or installs them: as root from Debian.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean)];
const find = (...names) => folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(existsSync);
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

/** The installed Firefox: `FIREFOX_PATH`, or one in a usual place. Undefined when there is none. */
export const findFirefox = () => process.env.FIREFOX_PATH ?? find('firefox-esr', 'firefox');

const webkitLibrary = ['-c', "imports.gi.versions.WebKit2 = '4.1'; imports.gi.WebKit2"];

/** The driver of WebKitGTK. Undefined unless all its packages are installed. */
export const findWebKit = () =>
  find('gjs') && find('Xvfb') && spawnSync('gjs', webkitLibrary).status === 0 ? find('WebKitWebDriver') : undefined;

const engines = [
  { name: 'Firefox', isThere: findFirefox, packages: ['firefox-esr'] },
  {
    name: 'WebKit',
    isThere: findWebKit,
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb', 'imagemagick'],
  },
];

/** Installs missing engines, if it can, and prints which are not tested. Returns the test files of the others. */
export function getEngines() {
  const missing = engines.filter(({ isThere }) => !isThere());
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (asRoot && missing.length > 0) {
    console.log(`Getting ${missing.map(({ name }) => name).join(' and ')} for the tests of the engines ...`);
    const packages = missing.flatMap((engine) => engine.packages);
    if (run('apt-get', ['update', '-qq'])) run('apt-get', ['install', '-y', '-qq', ...packages]);
  }
  return engines.flatMap(({ name, isThere, packages }) => {
    if (isThere()) return [`engines/${name.toLowerCase()}.test.ts`];
    console.log(`\nNot tried in ${name}: it is not installed. On Debian: apt-get install ${packages.join(' ')}`);
    return [];
  });
}
