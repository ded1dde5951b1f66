import { announcementRoutes } from '#contract/announcements.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { endSession, openAndSignIn, openWholeAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { disableBroadcastChannel } from '#e2e/support/disable-browser-apis.ts';

const refused = /status of 401/;

test('a session that ends while an announcement is written is renewed in place', async ({ page, desk, guard }) => {
  guard.expectErrors(refused);
  await openAndSignIn(page, desk);
  await page.getByRole('link', { name: 'Announcements' }).click();
  const text = 'Written while the session ended';
  const field = page.getByRole('textbox', { name: 'New announcement' });
  await field.fill(text);
  await page.getByRole('switch', { name: 'Active' }).uncheck();
  await endSession(page, desk);
  await page.getByRole('button', { name: 'Create announcement' }).click();

  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toContainText(desk.email);
  const password = dialog.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await page.keyboard.press('Escape');
  await password.fill('not this one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('This password is not right');
  await expect(field).toHaveValue(text);

  await password.fill(desk.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Announcements' }).getByText(text)).toBeVisible();
  await expect(field).toHaveValue('');
});

test('a person can log out instead of signing in again', async ({ page, desk, guard }) => {
  guard.expectErrors(refused);
  await openWholeAndSignIn(page, desk);
  await endSession(page, desk);
  // A link would already be preloaded, and refused, while the mouse is on its way to click it.
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Log out instead' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
});

test('text that one person wrote is never sent in the name of another', async ({ page, context, desk, api, guard }) => {
  guard.expectErrors(refused);
  const colleague = await asColleague(desk);
  await disableBroadcastChannel(page);
  await openAndSignIn(page, desk);
  await page.getByRole('link', { name: 'Announcements' }).click();
  const text = 'Written by one, while another signed in';
  const field = page.getByRole('textbox', { name: 'New announcement' });
  await field.fill(text);
  await page.getByRole('switch', { name: 'Active' }).uncheck();
  await endSession(page, desk);
  await openAndSignIn(await context.newPage(), colleague);

  await page.getByRole('button', { name: 'Create announcement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else has signed in' });
  await expect(dialog).toContainText(desk.email);
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(field).toHaveValue(text);
  const { announcements: before } = await api(announcementRoutes.list, {});
  expect(before.map(({ message }) => message)).not.toContain(text);

  await page.keyboard.type(desk.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const row = page.getByRole('listitem').filter({ hasText: text });
  await expect(row).toContainText('by Administrator');
  await expect(field).toHaveValue('');
});

test('a tab is told that someone else has signed in, and can be left to them', async ({
  page,
  context,
  desk,
  api,
  guard,
}) => {
  guard.expectErrors(refused);
  const colleague = await asColleague(desk);
  await openAndSignIn(page, desk);
  await page.getByRole('link', { name: 'Announcements' }).click();
  const text = 'Given up for the one who signed in';
  const field = page.getByRole('textbox', { name: 'New announcement' });
  await field.fill(text);
  await page.setViewportSize(phone);
  await endSession(page, desk);
  const other = await context.newPage();
  await openAndSignIn(other, colleague);

  const dialog = page.getByRole('dialog', { name: 'Someone else has signed in' });
  await expect(dialog).toBeVisible();
  await expect(field).toHaveValue(text);
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Use the other account' }).click();
  await expect(page.getByText(`Welcome, ${colleague.email}`)).toBeVisible();
  await expect(field).toHaveValue('');
  const { announcements: after } = await api(announcementRoutes.list, {});
  expect(after.map(({ message }) => message)).not.toContain(text);

  // Signing out here also signs out the tabs that show the same account.
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(other.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
});

test('signing in again lies above a dialog that is busy, for the mouse and the keys', async ({
  page,
  desk,
  addAppUsers,
  guard,
}) => {
  guard.expectErrors(refused);
  const mark = await addAppUsers([{ name: 'Kemi Alao' }]);
  await openAndSignIn(page, desk);
  await page.goto(`/admin/desk/users?search=${mark}`);
  await page.getByRole('button', { name: 'Delete Kemi Alao' }).click();
  await endSession(page, desk);
  await page.getByRole('button', { name: 'Delete user' }).click();

  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  const password = dialog.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await dialog.getByRole('button', { name: 'Show password' }).click();
  await password.click();
  for (const stop of ['Hide password', 'Sign in', 'Log out instead']) {
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: stop })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(password).toBeFocused();
  await page.keyboard.type(desk.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Deleted Kemi Alao')).toBeVisible();
});

for (const below of ['the menu of a phone', 'a question'] as const) {
  test(`signing in again lies above ${below} and leaves it as it was`, async ({ page, desk, guard }) => {
    guard.expectErrors(refused);
    await openAndSignIn(page, desk);
    await page.setViewportSize(phone);
    await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
    const release = await delayRequests(page, '**/admin/users?*page=2*');
    await page.getByRole('button', { name: 'Next' }).click();
    if (below === 'a question') {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    } else await page.getByRole('button', { name: 'Menu' }).click();
    const lower = page.getByRole('dialog');
    const its = lower.getByRole('button', { name: below === 'a question' ? 'Cancel' : 'Close' });
    await expect(its).toBeFocused();
    await endSession(page, desk, 1);
    release();

    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    const password = dialog.getByLabel('Password', { exact: true });
    await expect(password).toBeFocused();
    await expectFitsPhone(page);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Show password' }).click();
    await password.click();
    await page.keyboard.type(desk.password);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(its).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(lower).toBeHidden();
  });
}
