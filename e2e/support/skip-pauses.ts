import { type Page, type Request, expect } from '@playwright/test';

/** For an expectation that is asked again and again: it looks once. */
export const now = { timeout: 1 };

/**
 * Installs the clock of a page. The returned function advances it over the pauses between the tries of a call until
 * `happened` holds. While a call is under way the clock stands, because the page gives up a call that takes 30 seconds.
 */
export async function skipPauses(page: Page) {
  const underway = new Set<Request>();
  let whenIdle: (() => void)[] = [];
  const end = (request: Request) => {
    underway.delete(request);
    if (underway.size > 0) return;
    for (const goOn of whenIdle) goOn();
    whenIdle = [];
  };
  page.on('request', (request) => underway.add(request));
  page.on('requestfinished', end).on('requestfailed', end);
  await page.clock.install();
  return (happened: () => Promise<unknown>) =>
    expect(async () => {
      if (underway.size > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
      await page.clock.fastForward(8_000);
      await happened();
    }).toPass({ intervals: [20] });
}
