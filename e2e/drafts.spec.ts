import { announcementRoutes } from '#contract/announcements.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { endSession, logOut, openAndSignIn, signIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { disableStorage } from '#e2e/support/disable-browser-apis.ts';

const path = '/admin/desk/announcements';
const day = 24 * 60 * 60_000;

test('Cancel and leaving the page keep the text with its row, to continue or discard', async ({
  signedIn: page,
  api,
}) => {
  const stored = await api(announcementRoutes.create, { message: unique('As it is') });
  const screen = announcementsScreen(page);
  const row = screen.row(stored.message);
  await page.goto(path);
  await row.getByRole('button', { name: /^Edit/ }).click();
  const text = unique('As it may be');
  await screen.message.fill(text);
  await screen.cancel.click();
  await expect(row).toContainText('Unsaved draft from a moment ago');
  await row.getByRole('button', { name: `Continue editing “${text}”` }).click();
  await expect(screen.message).toHaveValue(text);
  await expect(screen.message).toBeFocused();
  await expect(screen.offer).toHaveCount(0);

  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Announcements' }).click();
  await row.getByRole('button', { name: 'Discard' }).click();
  await expect(screen.offer).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Disable' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo: Discarded the unsaved draft' }).click();
  await row.getByRole('button', { name: 'Continue editing' }).click();
  await expect(screen.message).toHaveValue(text);
  await screen.save.click();
  await expect(screen.editor).toBeHidden();
  await expect(screen.row(text)).toBeVisible();
  await expect(screen.offer).toHaveCount(0);
});

test('an editor offers earlier text too, without losing text typed by then', async ({ signedIn: page, api }) => {
  const stored = await api(announcementRoutes.create, { message: unique('Stored') });
  const screen = announcementsScreen(page);
  await page.goto(path);
  const row = screen.row(stored.message);
  await row.getByRole('button', { name: /^Edit/ }).click();
  const [first, second] = [unique('The first text'), unique('The second text')];
  await screen.message.fill(first);
  await screen.cancel.click();
  await row.getByRole('button', { name: /^Edit/ }).click();
  await expect(screen.message).toHaveValue(stored.message);
  await screen.message.fill(second);
  await screen.editor.getByRole('button', { name: `Continue editing “${first}”` }).click();
  await expect(screen.message).toHaveValue(first);
  await screen.editor.getByRole('button', { name: `Continue editing “${second}”` }).click();
  await expect(screen.message).toHaveValue(second);
  await expect(screen.editor.getByRole('button', { name: `Continue editing “${first}”` })).toBeVisible();
});

test('a draft shows its age in words, and is deleted after 30 days', async ({ signedIn: page }) => {
  const screen = announcementsScreen(page);
  await page.clock.setFixedTime('2026-11-21T20:40:00.000Z');
  await page.goto(path);
  await screen.field.fill(unique('Some time ago'));
  await expect(page.getByText('Kept on this device, 21:40 · not in the desk yet')).toBeVisible();
  const wrote = Date.parse('2026-11-21T20:40:00.000Z');
  for (const [passed, words] of [
    [12 * 60_000, '12 minutes ago'],
    [2 * 60 * 60_000, 'today, 21:40'],
    [3 * 60 * 60_000, 'yesterday, 21:40'],
    [29 * day, 'Nov 21, 2026, 21:40'],
  ] as const) {
    await page.clock.setFixedTime(wrote + passed);
    await page.reload();
    await expect(screen.offer).toHaveText(`Unsaved draft from ${words}`);
  }
  // The device's clock alone does not expire a draft: it may be wrong.
  await page.clock.setFixedTime(wrote + 31 * day);
  await page.reload();
  await expect(screen.offer).toHaveText('Unsaved draft from Nov 21, 2026, 21:40');
  await page.route(/\/(auth|admin)\//, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), date: new Date(wrote + 31 * day).toUTCString() },
    });
  });
  await page.reload();
  await expect(screen.create).toBeVisible();
  await expect(screen.offer).toHaveCount(0);
});

test('a draft is kept without a connection', async ({ signedIn: page, guard }) => {
  guard.expectErrors(/net::ERR_INTERNET_DISCONNECTED/);
  const screen = announcementsScreen(page);
  await page.goto(path);
  await page.context().setOffline(true);
  const text = unique('Written on the road');
  await screen.field.fill(text);
  await expect(screen.kept).toBeVisible();
  await page.close();
  const later = await page.context().newPage();
  await later.context().setOffline(false);
  await later.goto(path);
  await announcementsScreen(later).goOn.click();
  await expect(announcementsScreen(later).field).toHaveValue(text);
});

test('a session that ended: after signing in again the save goes through, in place and in a new tab', async ({
  page,
  context,
  desk,
  guard,
}) => {
  guard.expectErrors(/status of 401/);
  await openAndSignIn(page, desk);
  await page.goto(path);
  const screen = announcementsScreen(page);
  const [inPlace, later] = [unique('Saved in place'), unique('Saved later')];
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await screen.active.uncheck();
  await screen.field.fill(inPlace);
  await endSession(page, desk);
  await screen.create.click();
  await again.getByLabel('Password', { exact: true }).fill(desk.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(screen.row(inPlace)).toBeVisible();

  await screen.active.uncheck();
  await screen.field.fill(later);
  await endSession(page, desk);
  await screen.create.click();
  await expect(again).toBeVisible();
  await page.close();
  const tab = await context.newPage();
  await tab.goto(path);
  await signIn(tab, desk);
  const next = announcementsScreen(tab);
  await next.goOn.click();
  await next.create.click();
  await expect(next.row(later)).toBeVisible();
  await expect(next.offer).toHaveCount(0);
});

test('another account in the same browser never sees a draft', async ({ page, desk }) => {
  const screen = announcementsScreen(page);
  const text = unique('Nobody else’s business');
  await openAndSignIn(page, desk);
  await page.goto(path);
  await screen.field.fill(text);
  await logOut(page);
  await signIn(page, await asColleague(desk));
  await expect(screen.create).toBeVisible();
  const own = unique('A colleague’s own text');
  await screen.field.fill(own);
  await expect(screen.kept).toBeVisible();
  await page.reload();
  await expect(screen.goOn).toHaveAccessibleName(`Continue editing “${own}”`);
  await screen.discard.click();
  await logOut(page);
  await signIn(page, desk);
  await expect(screen.goOn).toHaveAccessibleName(`Continue editing “${text}”`);
});

test('without storage all works, and the form says that nothing is kept', async ({ page, desk, guard }) => {
  // Without storage the page cannot know whether someone has signed in before.
  guard.expectErrors(/status of 401/);
  await disableStorage(page);
  await openAndSignIn(page, desk);
  await page.getByRole('link', { name: 'Announcements' }).click();
  const screen = announcementsScreen(page);
  const text = unique('Not kept anywhere');
  await screen.field.fill(text);
  await expect(page.getByText('This device can’t keep a draft. Save to keep your text')).toBeVisible();
  await screen.publish();
  await expect(screen.row(text)).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({ viewport: phone, colorScheme });

    test('the offer fits, reads well and works from the keyboard', async ({ signedIn: page, api }) => {
      const stored = await api(announcementRoutes.create, { message: unique('On a phone') });
      const screen = announcementsScreen(page);
      await page.goto(path);
      const row = screen.row(stored.message);
      await row.getByRole('button', { name: 'Actions for' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await screen.message.fill('anextremelylongwordthatdoesnotfitonasmallphone'.repeat(3));
      await expect(screen.kept).toBeVisible();
      await expectFitsPhone(page);
      await expectAccessible(page);
      await screen.cancel.click();
      await expect(screen.goOn).toBeVisible();
      await expectFitsPhone(page);
      await expectAccessible(page);
      await screen.goOn.focus();
      await page.keyboard.press('Enter');
      await expect(screen.message).toBeFocused();
    });
  });
}
