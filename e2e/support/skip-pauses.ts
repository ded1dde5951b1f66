import { type Page, expect } from '@playwright/test';
import { requestsEnded, requestsUnderWay } from '#e2e/support/under-way.ts';

/** For an expectation that is asked again and again: it looks once. */
export const now = { timeout: 1 };

/** Milliseconds after which a skip that led to no request is made again. */
const unanswered = 2_000;

/**
 * Installs the clock of a page. The returned function advances it over the pauses between the tries of a call until
 * `happened` holds, by so many milliseconds at once: a call is given up the sooner, the more that is. While a call is
 * under way the clock stands, because the page gives up a call that takes 30 seconds. A call is seen a moment after it
 * was made, so the end of one is waited for between two skips: two of them in that moment would be too many.
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
 * Stops the clock of a page, where the test has installed it: no toast ends and no pause between two keys, however long
 * they take. `page.clock.resume` ends it.
 */
export const stopClock = (page: Page) =>
  // The clock goes on while it is read. Once a stop has come too late, it stands, and the next one is in time.
  expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100)).toPass({ intervals: [20] });
