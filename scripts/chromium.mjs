// Finds a Chromium for the browser tests, or installs one: the system's first, then Playwright's own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

// The first is the headless shell, the same engine: a page in it costs a third less.
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    return roots.flatMap((root) => (root ? [path.join(root, 'Google/Chrome/Application/chrome.exe')] : []));
  }
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean)];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** The installed browser: `CHROMIUM_PATH`, or one in a usual place. Undefined if there is none. */
export const findChromium = () =>
  [process.env.CHROMIUM_PATH, ...usualPlaces()].find((place) => place && existsSync(place));

const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;

/**
 * Makes sure that there is a browser: as root Debian's headless shell, otherwise Playwright's. Ends the process if it
 * cannot.
 */
export function ensureChromium() {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const found = findChromium();
  if (found && (found === process.env.CHROMIUM_PATH || found.endsWith(shell) || !asRoot)) return;
  console.log('Getting a Chromium for the browser tests ...');
  const packages = [shell, 'fonts-noto-core', 'fonts-noto-color-emoji'];
  if (asRoot && run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', ...packages])) return;
  if (found || run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])) return;
  console.error('There is no Chromium. Install one, or name it in CHROMIUM_PATH.');
  process.exit(1);
}
