import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { chromiumOptions } from '#e2e/support/chromium.ts';

export type OwnChromium = {
  context: BrowserContext;
  /** Kills all its processes at once, as a crash does. Does nothing once it has ended. */
  kill(): Promise<void>;
};

/**
 * Starts Chromium on a profile that stays on disk, in a separate process group, so that all its processes can be
 * killed.
 */
export async function startChromium(profile: string): Promise<OwnChromium> {
  const { args, executablePath = chromium.executablePath() } = chromiumOptions();
  const child = spawn(
    executablePath,
    [...args, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const browser = await chromium.connectOverCDP(await readEndpoint(child));
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no context');
  return { context, kill: () => killWhole(child, browser) };
}

function readEndpoint(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const endpoint = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (endpoint) resolve(endpoint);
    });
    child.once('exit', (code) => reject(new Error(`Chromium ended with code ${code}:\n${said}`)));
  });
}

async function killWhole(child: ChildProcess, browser: Browser) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
  await browser.close();
}
