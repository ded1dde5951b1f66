import { chromiumOptions } from '#e2e/support/chromium.ts';
import type { Engine } from '#engines/browser.ts';
import { launchPuppeteer } from '#engines/puppeteer.ts';

/** The reference: the engine of the other browser tests. */
export const chromium: Engine = {
  name: 'Chromium',
  launch(profile) {
    const { args, executablePath = '' } = chromiumOptions();
    return launchPuppeteer(profile, {
      executablePath,
      args: [...args, '--lang=en-US', '--force-prefers-reduced-motion'],
    });
  },
};
