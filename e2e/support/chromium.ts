import { findChromium } from '#scripts/chromium.mjs';

/** The options with which tests and screenshots start a browser: the installed one, else Playwright's own. */
export function chromiumOptions() {
  const found = findChromium();
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
