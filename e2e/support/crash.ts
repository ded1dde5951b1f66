import type { Page } from '@playwright/test';

/** Ends the process of a tab, as a crash does. */
export async function crash(page: Page) {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}
