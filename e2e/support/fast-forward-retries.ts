import { type Page, expect } from '@playwright/test';

/** Advances the clock over the pauses between tries until `happened` holds. `page.clock` must be installed. */
export async function fastForwardRetries(page: Page, happened: () => Promise<unknown>) {
  await expect(async () => {
    await page.clock.fastForward(8_000);
    await happened();
  }).toPass();
}
