import { type Page, expect } from '@playwright/test';

/** Lets the pauses between tries go by until `happened` holds. `page.clock` must be installed. */
export async function fastForwardRetries(page: Page, happened: () => Promise<unknown>) {
  await expect(async () => {
    await page.clock.fastForward(8_000);
    await happened();
  }).toPass();
}
