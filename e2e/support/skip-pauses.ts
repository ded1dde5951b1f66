import { type Page, expect } from '@playwright/test';
import { requestsEnded, requestsUnderWay } from '#e2e/support/under-way.ts';

/** For an expectation inside a loop: it checks once. */
export const now = { timeout: 1 };

/** Milliseconds after which a skip without a request is repeated. */
const unanswered = 2_000;

/**
 * Installs the clock of a page. The returned function advances it over the pauses between the tries of a call until
 * `happened` holds, by `by` milliseconds at a time: with larger steps the page gives up the call sooner. During a call
 * the clock stands still, because the page cancels a call after 30 seconds. The test sees a call slightly after its
 * start, so it waits for the end of one between two skips: otherwise two skips could fall into that delay.
 */
export async function skipPauses(page: Page, by = 8_000) {
  await page.clock.install();
  let ended = -1;
  let skipped = 0;
  return (happened: () => Promise<unknown>) =>
    expect(async () => {
      const isOver = requestsEnded(page) > ended || performance.now() - skipped > unanswered;
      if (requestsUnderWay(page) === 0 && isOver) {
        ended = requestsEnded(page);
        await page.clock.fastForward(by);
        skipped = performance.now();
      }
      await happened();
    }).toPass({ intervals: [20] });
}

/**
 * Stops the installed clock of a page: no toast and no pause between two keys ends, however long the test takes.
 * `page.clock.resume` starts it again.
 */
export const stopClock = (page: Page) =>
  // The clock runs while it is read. A stop that comes too late still stops it, and the next try succeeds.
  expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100)).toPass({ intervals: [20] });
