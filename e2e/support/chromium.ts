import { existsSync } from 'node:fs';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    return roots.flatMap((root) => (root ? [path.join(root, 'Google/Chrome/Application/chrome.exe')] : []));
  }
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean)];
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
}

/** How tests and screenshots start a browser: `CHROMIUM_PATH`, else one that is installed, else Playwright's own. */
export function chromiumOptions() {
  const found = process.env.CHROMIUM_PATH || usualPlaces().find((place) => existsSync(place));
  const args = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  // Chromium's sandbox refuses to run as root.
  if (process.getuid?.() === 0) args.unshift('--no-sandbox');
  return { args, ...(found ? { executablePath: found } : {}) };
}
