import { once } from 'node:events';
import path from 'node:path';
import { type LaunchOptions, launch } from 'puppeteer-core';
import { type Browser, type Point, desktop, environment } from '#engines/browser.ts';

export const downloadsOf = (profile: string) => path.join(profile, 'downloads');

/** Starts Chromium or Firefox through Puppeteer. */
export async function launchPuppeteer(profile: string, options: LaunchOptions): Promise<Browser> {
  const browser = await launch({
    headless: true,
    env: environment,
    userDataDir: profile,
    defaultViewport: desktop,
    downloadBehavior: { policy: 'allow', downloadPath: downloadsOf(profile) },
    ...options,
  });
  const [page = await browser.newPage()] = await browser.pages();
  let errors: string[] = [];
  page
    .on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
    })
    .on('pageerror', (error) => errors.push(String(error)));
  const { mouse, keyboard } = page;
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: (run, argument) => page.evaluate(`(${String(run)})(${JSON.stringify(argument)})`) as never,
    resize: (size) => page.setViewport(size),
    click: ({ x, y }) => mouse.click(x, y),
    async drag([first, ...others]: readonly Point[]) {
      if (!first) return;
      await mouse.move(first.x, first.y);
      await mouse.down();
      for (const { x, y } of others) await mouse.move(x, y, { steps: 5 });
      await mouse.up();
    },
    type: (text) => keyboard.type(text),
    async press(...keys) {
      for (const key of keys) await keyboard.down(key);
      for (const key of keys.toReversed()) await keyboard.up(key);
    },
    async choose(selector, file) {
      const input = await page.$(`input[type=file]${selector}` as 'input');
      await input?.uploadFile(file);
    },
    picture: async (file) => void (await page.screenshot({ path: file })),
    errors() {
      const found = errors;
      errors = [];
      return found;
    },
    async kill() {
      const child = browser.process();
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await ended;
      await browser.disconnect().catch(() => undefined);
    },
  };
}
