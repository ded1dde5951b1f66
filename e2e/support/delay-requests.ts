import type { Page } from '@playwright/test';

/** Holds calls back, as a slow link does. The returned function releases them. */
export async function delayRequests(page: Page, url: string | RegExp | ((url: URL) => boolean)): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
