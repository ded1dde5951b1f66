// Finds a Chromium for the browser tests, or gets one: the system's first, then Playwright's own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The installed browser: `CHROMIUM_PATH`, one on the PATH, or one in a usual place. Null when there is none. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const onPath = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...onPath, ...elsewhere].find((file) => file && existsSync(file)) ?? null;
}

const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;

/** Makes sure that there is a browser: Debian's as root, else Playwright's download. Ends the process when it cannot. */
export function ensureChromium() {
  if (findChromium()) return;
  console.log('Getting a Chromium for the browser tests ...');
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const packages = ['chromium', 'fonts-noto-core', 'fonts-noto-color-emoji'];
  if (asRoot && run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', ...packages])) return;
  if (run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])) return;
  console.error('There is no Chromium. Install one, or name it in CHROMIUM_PATH.');
  process.exit(1);
}
