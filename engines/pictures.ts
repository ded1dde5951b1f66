import { mkdir } from 'node:fs/promises';
import { inject } from 'vitest';
import { screensToTry, shownBy } from '#engines/addresses.ts';
import { desktop } from '#engines/browser.ts';
import type { Setting } from '#engines/flow.ts';

/** Where the pictures of failed tests and of `takePictures` lie. */
export const pictures = 'test-results/engines';

/** Takes pictures of the ten screens, light and dark, at 1,440 and 390 pixels. */
export async function takePictures({ page }: Setting, engine: string) {
  await mkdir(pictures, { recursive: true });
  for (const scheme of ['light', 'dark']) {
    await page.browser.evaluate((value) => localStorage.setItem('mantine-color-scheme-value', value), scheme);
    for (const [at, screen] of screensToTry(false).entries()) {
      await page.open(screen.path(inject('seeded')));
      await page.countCalls();
      await shownBy(screen, page).see();
      for (const width of [desktop.width, 390]) {
        await page.resize({ ...desktop, width });
        await page.settled();
        await page.browser.picture(`${pictures}/${at + 1}-${scheme}-${width}-${engine}.png`);
      }
      await page.resize(desktop);
    }
  }
}
