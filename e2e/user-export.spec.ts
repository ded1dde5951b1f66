import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import type { Desk } from '#e2e/support/desk.ts';
import { now, skipPauses } from '#e2e/support/skip-pauses.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { endSession, openAndSignIn } from '#e2e/support/session.ts';
import { slowLink } from '#e2e/support/slow-link.ts';
import { expect, test as base } from '#e2e/support/test.ts';
import { untilLoaded } from '#e2e/support/under-way.ts';

/** `slowDesk` is the desk behind a link on which an export stops after the header and two users. */
const test = base.extend<{ link: Awaited<ReturnType<typeof slowLink>>; slowDesk: Desk }>({
  // An automatic fixture starts before the tab and ends after it, so that no page calls a closed link.
  link: [
    async ({ desk, guard }, provide) => {
      const link = await slowLink(desk, '/admin/users/export', 3);
      guard.allow(link.address);
      await provide(link);
      link.close();
    },
    { auto: true },
  ],
  slowDesk: async ({ desk, link }, provide) => provide({ ...desk, address: link.address }),
});

const path = '/admin/desk/users';
/** Newest first, as in the file. The link stops after the first two. */
const four = [{ name: 'Ṣadé, "the\nfirst"' }, { name: 'Ada' }, { name: '=HYPERLINK("https://example.org")' }, {}];

const parts = (page: Page) => ({
  button: page.getByRole('button', { name: /^Export(ing)? CSV$/ }),
  dialog: page.getByRole('dialog'),
  bar: page.getByRole('region', { name: 'Export of users' }),
  progress: page.getByRole('progressbar', { name: 'Export of users' }),
});

async function begin(page: Page) {
  const { button, dialog } = parts(page);
  await button.click();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  // The next dialog may already be open.
  await expect(page.getByRole('dialog', { name: /^Export / })).toBeHidden();
}

/** Signs in and opens a list that shows only the people whose names have this mark. */
async function open(page: Page, desk: Desk, mark: string) {
  await openAndSignIn(page, desk);
  await page.goto(`${desk.address}${path}?search=${mark}`);
  await expect(page.getByText(/^Showing 1 to 4 of 4 users/)).toBeVisible();
  await untilLoaded(page);
}

const contents = async (download: Download) => readFile(await download.path(), 'utf8');

test('the export saves the rows of the list, and its progress is on every page', async ({
  page,
  slowDesk,
  link,
  addAppUsers,
}) => {
  await open(page, slowDesk, await addAppUsers(four));
  const { button, dialog, bar, progress } = parts(page);
  await button.click();
  await expect(dialog).toContainText('Export 4 users?');
  await expect(dialog).toContainText(
    'The file contains the names and email addresses of 4 users. Keep it where only staff can open it.',
  );
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const held = await link.held();
  await expect(bar).toContainText(/Exporting 4 users\s*1 KB/);
  await expect(progress).toHaveAttribute('aria-valuetext', '1 KB');
  await expect(button).toHaveText('Exporting CSV');
  await expect(button).toHaveAttribute('aria-disabled', 'true');

  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody at all');
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
  await page.getByRole('link', { name: 'Announcements' }).click();
  await expect(page.getByRole('heading', { name: 'Announcements', exact: true })).toBeVisible();
  await expect(bar).toContainText('1 KB');
  const saved = page.waitForEvent('download');
  held.finish();
  const download = await saved;
  const name = download.suggestedFilename();
  expect(name).toMatch(/^awa-users-\d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByText(`Saved ${name}, 1 KB`)).toBeVisible();
  await expect(bar).toBeHidden();
  const csv = await contents(download);
  expect(csv).toMatch(/^\ufeffID,Name,Username,Email,Status,/);
  expect(csv).toContain(`"'=HYPERLINK(""https://example.org"")"`);
  expect(csv).toContain('"Ṣadé, ""the\nfirst"""');
});

test('the export follows the filter and the order of the address', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Zainab' }, { name: 'Amina' }]);
  await page.goto(`${path}?search=${mark}&status=unverified&sort=name`);
  await expect(page.getByText('Showing 1 to 2 of 2 users')).toBeVisible();
  const { button, dialog } = parts(page);
  await button.click();
  await expect(dialog).toContainText(`Everyone unverified matching “${mark}”, by name.`);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const csv = await contents(await saved);
  const names = csv
    .split('\r\n')
    .slice(1, -1)
    .map((row) => row.split(',')[1]);
  expect(names).toEqual(['Amina', 'Zainab']);
});

test('Cancel ends the export, and nothing is saved', async ({ page, slowDesk, link, addAppUsers }) => {
  await open(page, slowDesk, await addAppUsers(four));
  const { button, dialog, bar } = parts(page);
  await button.click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await begin(page);
  const held = await link.held();
  await bar.getByRole('button', { name: 'Cancel' }).click();
  await expect(bar).toBeHidden();
  await held.left;
  await expect(button).toHaveText('Export CSV');
  await expect(button).toBeFocused();
});

test('when the connection is cut, every page says that nothing was saved, and the export can be tried again', async ({
  page,
  slowDesk,
  link,
  addAppUsers,
  guard,
}) => {
  guard.expectErrors(/net::ERR_INCOMPLETE_CHUNKED_ENCODING/);
  await open(page, slowDesk, await addAppUsers(four));
  const { bar } = parts(page);
  await begin(page);
  const first = await link.held();
  await expect(bar).toContainText('1 KB');
  await page.getByRole('link', { name: 'Announcements' }).click();
  first.cut();
  const alert = bar.getByRole('alert');
  await expect(alert).toContainText('Export failed. Please try again.');
  await expect(alert).toContainText('Nothing was saved.');
  await expect(alert).toContainText(/Request \S{8,}/);
  const saved = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Retry' }).click();
  (await link.held()).finish();
  expect(await contents(await saved)).toContain('Ṣadé');

  await page.getByRole('link', { name: 'Users' }).click();
  await begin(page);
  const second = await link.held();
  // An export that is cut before anything has come is repeated automatically.
  await expect(bar).toContainText('1 KB');
  second.cut();
  await bar.getByRole('button', { name: 'Dismiss' }).click();
  await expect(bar).toBeHidden();
});

test('the sign-in page of a Wi-Fi network is not saved as the file', async ({ page, slowDesk, addAppUsers }) => {
  await open(page, slowDesk, await addAppUsers(four));
  const portal = { status: 200, contentType: 'text/html', body: '<title>Welcome to our Wi-Fi</title>' };
  await page.route('**/admin/users/export?*', (route) => route.fulfill(portal));
  const skipUntil = await skipPauses(page);
  await begin(page);
  const alert = parts(page).bar.getByRole('alert');
  await skipUntil(() => expect(alert).toContainText('Nothing was saved.', now));
});

test('when the session has ended, the person signs in again in place and the export continues', async ({
  page,
  slowDesk,
  addAppUsers,
  desk,
  guard,
  link,
}) => {
  guard.expectErrors(/status of 401/);
  await open(page, slowDesk, await addAppUsers(four));
  await endSession(page, desk);
  await begin(page);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password', { exact: true }).fill(desk.password);
  const saved = page.waitForEvent('download');
  await again.getByRole('button', { name: 'Sign in' }).click();
  (await link.held()).finish();
  expect(await contents(await saved)).toContain('Ada');
});

test('signing out ends the export', async ({ page, slowDesk, addAppUsers, link }) => {
  await open(page, slowDesk, await addAppUsers(four));
  await begin(page);
  const held = await link.held();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await held.left;
  await openAndSignIn(page, slowDesk);
  await expect(parts(page).bar).toBeHidden();
});

test('an empty list cannot be exported', async ({ signedIn: page }) => {
  await page.goto(`${path}?search=nobody+at+all+is+called+so`);
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
  const { button, dialog } = parts(page);
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
});

test('the export works on a phone, and by the keyboard alone', async ({ page, slowDesk, addAppUsers, link, guard }) => {
  guard.expectErrors(/net::ERR_INCOMPLETE_CHUNKED_ENCODING/);
  await open(page, slowDesk, await addAppUsers(four));
  await page.setViewportSize(phone);
  const { button, dialog, bar, progress } = parts(page);
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectFitsPhone(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const held = await link.held();
  await expect(progress).toHaveAttribute('aria-valuetext', '1 KB');
  await expect(button).toBeFocused();
  await expectFitsPhone(page);
  held.cut();
  const retry = bar.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await expectFitsPhone(page);
  await tabTo(page, retry, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const second = await link.held();
  await tabTo(page, bar.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await expect(bar).toBeHidden();
  await second.left;
  await expect(button).toBeFocused();
});
