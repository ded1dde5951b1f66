import { announcementRoutes } from '#contract/announcements.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import type { Call } from '#e2e/support/calls.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { boxAtRest, expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import type { Page } from '@playwright/test';

const long = 'Bring your card, a pen and something to drink, because the queue is long in the morning. '.repeat(12);

/** A conflict between two texts, each longer than the phone is high. */
async function clash(page: Page, api: Call) {
  const stored = await api(announcementRoutes.create, { message: unique('Clinics open at eight') });
  const mine = `${unique('Clinics open at nine')} ${long}`.trim();
  const screen = announcementsScreen(page);
  await page.goto(screen.path);
  await screen.row(stored.message).getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await screen.message.fill(mine);
  await api(announcementRoutes.update, { id: stored.id, message: `${unique('Clinics open at ten')} ${long}` });
  await screen.save.click();
  await expect(screen.choice(/^This one/)).toBeVisible();
  const answers = ['Use the saved version', 'Back to editing', 'Save this version'].map((name) =>
    screen.dialog.getByRole('button', { name }),
  );
  return { screen, mine, answers };
}

test.beforeEach(({ guard }) => guard.expectErrors(/status of 412/, /status of 500/));

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ viewport: phone, colorScheme });

    test('the choices stay visible while long texts scroll behind them', async ({ signedIn: page, api }) => {
      const { screen, mine, answers } = await clash(page, api);
      for (const answer of answers) await expect(answer).toBeInViewport({ ratio: 1 });
      await expectFitsPhone(page);
      await expectAccessible(page);

      const saved = screen.choice(/^Saved/);
      await screen.choice(/^This one/).press('ArrowDown');
      await expect(saved).toBeFocused();
      const [focused, foot] = [await boxAtRest(saved), await answers[0]?.boundingBox()];
      expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
      for (const answer of answers) await expect(answer).toBeInViewport({ ratio: 1 });

      await tabTo(page, screen.dialog.getByRole('button', { name: 'Edit Message' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(screen.dialog.getByRole('textbox')).toBeFocused();
      await expectFitsPhone(page);
      await expectAccessible(page);
      await screen.choice(/^This one/).check();
      await page.route('**/admin/announcements/*', (route) => route.fulfill({ status: 500 }));
      await screen.saveThis.click();
      const alert = screen.dialog.getByRole('alert');
      await expect(alert).toContainText('Failed to update announcement');
      await expect(alert).toBeInViewport({ ratio: 1 });
      await expectFitsPhone(page);
      await expectAccessible(page);
      await page.unrouteAll();
      await screen.saveThis.click();
      await expect(screen.row(mine)).toBeVisible();
    });
  });
}

test.describe('with the keyboard of the phone open', () => {
  test.use({ viewport: phone });

  test('the choices leave room for the text', async ({ signedIn: page, api }) => {
    const { screen, answers } = await clash(page, api);
    await page.setViewportSize({ width: phone.width, height: 300 });
    for (const answer of answers) await expect(answer).not.toBeInViewport();
    await screen.saveThis.scrollIntoViewIfNeeded();
    for (const answer of answers) await expect(answer).toBeInViewport({ ratio: 1 });
  });
});
