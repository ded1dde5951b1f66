import type { Page } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { drawnId } from '#contract/opened-page.ts';
import { addCards } from '#e2e/support/card-editor.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { addDoctors } from '#e2e/support/doctors.ts';
import { addPosts, addSecret } from '#e2e/support/posts.ts';
import { expect, test } from '#e2e/support/test.ts';
import { addRecord } from '#tests/records/kinds.ts';
import { desktop, phone } from '#e2e/support/viewports.ts';
import { switchedOff } from '#web/start/early-calls.ts';

const drawn = `#${drawnId}`;
const mainScript = /\/assets\/index-.*\.js$/;

/**
 * Opens an address until the server has drawn its page, and holds back the main script. Returns a function that lets it
 * run. The server draws nothing while its thread starts, and on a busy machine.
 */
async function openDrawn(page: Page, path: string) {
  const letRun = await delayRequests(page, mainScript);
  await expect(async () => {
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('script#opened-page').waitFor({ state: 'attached' });
    await expect(page.locator(drawn)).toBeVisible({ timeout: 500 });
  }).toPass();
  return letRun;
}

/** The visible words of the title and of the first rows of a page. More rows may be drawn than the browser renders. */
const wordsIn = (page: Page, within: string, rows: number) =>
  page
    .locator(within)
    .locator('h1, table[aria-busy] td, li')
    .evaluateAll(
      (all, count) => all.slice(0, count).flatMap((one) => (one as HTMLElement).innerText.split(/\s+/)),
      1 + rows,
    );

test('the rows are on screen before the main script, and the page takes their place without moving', async ({
  signedIn: page,
}) => {
  await page.goto('/admin/desk/users');
  const letRun = await openDrawn(page, '/admin/desk/users');
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      const moved = list
        .getEntries()
        .reduce((sum, one) => sum + (one as PerformanceEntry & { value: number }).value, 0);
      document.documentElement.dataset.moved = String(Number(document.documentElement.dataset.moved ?? 0) + moved);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await expect(page.locator(`${drawn} td`).first()).toBeInViewport();
  // It is not usable yet: it takes no focus, and screen readers wait.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await expect(page.getByRole('row')).toHaveCount(0);
  const place = async () => page.locator('table[aria-busy] td').first().boundingBox();
  const before = await place();
  letRun();
  await expect(page.locator(drawn)).toHaveCount(0);
  await expect(page.getByRole('row')).not.toHaveCount(0);
  expect(await place()).toEqual(before);
  await expect(page.getByRole('region', { name: 'Figures' })).toHaveAttribute('aria-busy', 'false');
  expect(Number(await page.locator('html').getAttribute('data-moved'))).toBeLessThan(0.02);
  await page.getByRole('searchbox').fill('e');
  await expect(page).toHaveURL(/search=/);
});

test('a drawn page is not shown in a window of another width, nor with early calls switched off', async ({
  signedIn: page,
}) => {
  const letRun = await openDrawn(page, '/admin/desk/users');
  await page.setViewportSize(phone);
  await page.goto('/admin/desk/users', { waitUntil: 'commit' });
  await page.locator('#opening').waitFor({ state: 'attached' });
  await page.waitForLoadState('domcontentloaded');
  await expect(page.locator(drawn)).toHaveCount(0);
  letRun();
  await expect(page.getByRole('listitem').first()).toBeVisible();
  // The server knows the new width now.
  (await openDrawn(page, '/admin/desk/users'))();
  await page.evaluate((item) => localStorage.setItem(item, ''), switchedOff);
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator(drawn)).toHaveCount(0);
  await expect(page.getByRole('listitem').first()).toBeVisible();
});

const paths = [
  '/admin/desk/home',
  '/admin/desk/users',
  '/admin/desk/lady-due',
  '/admin/desk/cycle',
  '/admin/desk/awa/posts',
  '/admin/desk/doctors',
  '/admin/desk/announcements',
  '/admin/desk/activity',
];

for (const viewport of [desktop, phone]) {
  test(`each drawn page has the words of the page, ${viewport.width} px`, async ({ signedIn: page, api, desk }) => {
    await addDoctors(api, [{ name: 'Adaézè Ezé', specialty: 'Fertility' }]);
    await addCards(api);
    await addRecord(api, 'phase', 'Calm days');
    await api(announcementRoutes.create, { message: 'The clinic is open on Saturday', enabled: true });
    const { secretId } = await addSecret(api);
    await addPosts(desk.database, secretId, [{ content: 'Tea helps' }]);
    await page.setViewportSize(viewport);
    for (const path of paths) {
      await test.step(path, async () => {
        const letRun = await openDrawn(page, path);
        const words = await wordsIn(page, drawn, 3);
        expect(words.length).toBeGreaterThan(0);
        letRun();
        await expect(page.locator(drawn)).toHaveCount(0);
        // There may be more by now.
        const missing = async () => {
          const shown = new Set(await wordsIn(page, '#root', 100));
          // A dash stands for a count that is not known yet.
          return words.filter((word) => word !== '–' && !shown.has(word));
        };
        await expect.poll(missing).toEqual([]);
        await page.unrouteAll({ behavior: 'wait' });
      });
    }
  });
}
