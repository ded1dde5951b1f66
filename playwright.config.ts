import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '#e2e/support/chromium.ts';
import { desktop } from '#e2e/support/viewports.ts';

const { args, ...installed } = chromiumOptions();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // One more than the cores of a small machine: a test often waits for the next look at the screen.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Long enough for a machine five times slower than ours: nothing waits for time to pass, so no test that passes is
  // any slower for it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // The second one is for scripts/test.mjs, which counts from it.
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    // No page of a test lives long enough to repay V8's optimising compilers, which take a tenth of the processor time.
    launchOptions: { ...installed, args: [...args, '--js-flags=--no-maglev --no-opt'] },
    actionTimeout: 30_000,
    viewport: desktop,
    locale: 'en-US',
    timezoneId: 'Africa/Lagos',
    // Nothing is caught half-way of a transition.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
