import type { Locator } from '@playwright/test';
import { expectAccessible } from '#e2e/support/axe.ts';
import { addDoctors } from '#e2e/support/doctors.ts';
import { endSession, openAndSignIn, openWholeAndSignIn } from '#e2e/support/session.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';
import { homeApi } from '#contract/home.ts';
import { areas } from '#web/app/areas.ts';
import { withoutEarlyCalls } from '#e2e/support/without-early-calls.ts';

/** The specification's order; an area is listed once it works. */
const order = ['Users', 'My Cycle', 'Lady Due', 'Awa Secrets', 'Moderation', 'Doctors', 'Announcements'];

test('the areas are links in their order, and the current one is marked', async ({ signedIn: page }) => {
  await page.goto('/admin/desk/users');
  const links = page.getByRole('navigation', { name: 'Areas' }).getByRole('link');
  await expect(links.first()).toHaveText('Home');
  const shown = await links.allTextContents();
  expect(shown).toEqual(['Home', ...areas.map(({ label }) => label)]);
  expect(shown.filter((area) => order.includes(area))).toEqual(order.filter((area) => shown.includes(area)));
  for (const { label, to } of areas) {
    await expect(links.filter({ hasText: label })).toHaveAttribute('href', to);
  }

  await expect(links.filter({ hasText: 'Users' })).toHaveAttribute('aria-current', 'page');
  const announcements = links.filter({ hasText: 'Announcements' });
  await expect(announcements).not.toHaveAttribute('aria-current', 'page');
  await announcements.click();
  await expect(announcements).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('main')).toBeFocused();
});

test('/ and /admin lead to Home while work waits, else and after a failure to Users', async ({
  signedIn: page,
  guard,
}) => {
  const leadsTo = async (address: RegExp, title: string) => {
    for (const path of ['/', '/admin', '/admin/desk']) {
      await page.goto(path);
      await expect(page).toHaveURL(address);
      await expect(page).toHaveTitle(title);
    }
  };
  await leadsTo(/\/admin\/desk\/home$/, 'Home - Awa Desk');
  await withoutEarlyCalls(page);
  const home = `**${homeApi.home.read.path}`;
  await page.route(home, (route) => route.fulfill({ json: { groups: [], checks: [], steps: [] } }));
  await leadsTo(/\/admin\/desk\/users$/, 'Users - Awa Desk');
  await page.goto('/admin/desk/home');
  await expect(page.getByText('Nothing needs you now')).toBeVisible();
  guard.expectErrors(/status of 500/);
  await page.unroute(home);
  await page.route(home, (route) => route.fulfill({ status: 500, json: {} }));
  await leadsTo(/\/admin\/desk\/users$/, 'Users - Awa Desk');
});

test('a phone has the same in a menu', async ({ signedIn: page, desk }) => {
  await page.goto('/admin/desk/users');
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await expect(areas).toBeVisible();
  const wide = await areas.getByRole('link').allTextContents();
  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(areas).toBeHidden();
  await page.setViewportSize(phone);

  const button = page.getByRole('button', { name: 'Menu' });
  await button.click();
  const menu = page.getByRole('dialog');
  await expect(menu.getByRole('navigation', { name: 'Areas' }).getByRole('link')).toHaveText(wide);
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.getByRole('navigation', { name: 'Account' }).getByRole('link')).toHaveText([
    'Calendar',
    'Review',
    'Activity',
    'Bin',
    'My account',
    'Staff',
  ]);
  await expect(menu.getByText(`Welcome, ${desk.email}`)).toBeVisible();
  await expect(menu.getByRole('radiogroup', { name: 'Theme' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expectFitsPhone(page);

  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await menu.getByRole('link', { name: 'Announcements' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Announcements', level: 1 })).toBeVisible();
});

test('activity and bin are in the account menu, on a phone too', async ({ signedIn: page, desk }) => {
  const main = page.getByRole('main');
  const areas = page.getByRole('navigation', { name: 'Areas' }).getByRole('link');
  const markOf = (link: Locator) => link.evaluate((element) => getComputedStyle(element, '::after').backgroundColor);
  await page.goto('/admin/desk/users');
  const mark = await markOf(areas.filter({ hasText: 'Users' }));
  for (const [size, opener] of [
    [{ width: 1440, height: 900 }, `Welcome, ${desk.email}`],
    [phone, 'Menu'],
  ] as const) {
    await page.setViewportSize(size);
    await page.goto('/admin/desk/users');
    for (const name of ['Activity', 'Bin']) {
      await page.getByRole('button', { name: opener }).click();
      await page.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      await expect(page).toHaveURL(`/admin/desk/${name.toLowerCase()}`);
      await expect(page.getByRole('radiogroup', { name: 'Theme' })).toHaveCount(0);
      await expect(main).toBeFocused();
    }
    await page.getByRole('button', { name: opener }).click();
    const current = page.getByRole('link', { name: 'Bin' });
    await expect(current).toHaveAttribute('aria-current', 'page');
    expect(await markOf(current)).toBe(mark);
    expect(await markOf(page.getByRole('link', { name: 'Activity' }))).not.toBe(mark);
    for (const area of await areas.all()) await expect(area).not.toHaveAttribute('aria-current');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: opener })).toBeFocused();
  }
});

test('the theme chosen stays over a reload, without a flash of the other', async ({ page, desk }) => {
  const html = page.locator('html');
  await page.emulateMedia({ colorScheme: 'light' });
  await openAndSignIn(page, desk);
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  const account = page.getByRole('button', { name: `Welcome, ${desk.email}` });
  await account.click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();

  // The app has not run yet, and the page is already dark.
  const release = await delayRequests(page, '**/assets/index-*.js');
  await page.reload({ waitUntil: 'commit' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(html).toHaveCSS('color-scheme', 'dark');
  release();
  await account.click();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await page.getByRole('radio', { name: 'As the system' }).check();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('the slash key can be switched off, is not offered to phones, and never reaches past a dialog', async ({
  page,
  desk,
}) => {
  await openAndSignIn(page, desk);
  const account = page.getByRole('button', { name: `Welcome, ${desk.email}` });
  const search = page.getByRole('searchbox', { name: 'Search users' });
  const shortcuts = page.getByRole('switch', { name: 'Keyboard shortcuts' });
  const hint = page.getByText('/', { exact: true });
  const remove = page.getByRole('button', { name: /^Delete/ }).first();
  const page1 = page.getByText(/^Showing 1 to 10 of/);
  await expect(page1).toBeVisible();
  await expect(hint).toBeVisible();
  await expect(search).toHaveAttribute('aria-keyshortcuts', '/');
  await remove.click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();

  await account.click();
  await expect(shortcuts).toBeChecked();
  await shortcuts.press('Space');
  await page.keyboard.press('Escape');
  for (const again of [false, true]) {
    if (again) await page.reload();
    await expect(page1).toBeVisible();
    await expect(hint).toHaveCount(0);
    await expect(search).not.toHaveAttribute('aria-keyshortcuts');
    await account.focus();
    await page.keyboard.press('/');
    await expect(account).toBeFocused();
  }

  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog').getByRole('radiogroup', { name: 'Theme' })).toBeVisible();
  await expect(shortcuts).toHaveCount(0);
  await expectFitsPhone(page);
});

test('the question mark shows the shortcuts of what is on screen', async ({ signedIn: page, api }) => {
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const keys = (does: string) => list.locator(`dt:text-is("${does}") + dd`);
  await page.goto('/admin/desk/users');
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  await page.keyboard.press('?');
  await expect(keys('Search users')).toContainText('/');
  await expect(keys('Save')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  const [doctor] = await addDoctors(api, [{ name: 'Ada Obi', specialty: 'Fertility' }]);
  await page.goto(`/admin/desk/doctors?doctor=${doctor?.id}&form=edit`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.press('?');
  await expect(name).toHaveValue(/\?/);
  await expect(list).toBeHidden();
  await page.getByRole('button', { name: 'Save doctor' }).focus();
  await page.keyboard.press('?');
  await expect(keys('Save')).toContainText('Ctrl+S or Ctrl+Enter');
  await expect(keys('Search users')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
});

test('the whole shell works from the keyboard', async ({ signedIn: page, desk }) => {
  // The session may arrive late; the redirect of the address must not count as a new page then.
  await withoutEarlyCalls(page);
  const release = await delayRequests(page, '**/auth/refresh');
  await page.goto('/admin');
  await expect(page.getByRole('status')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.reload();
  const account = page.getByRole('button', { name: `Welcome, ${desk.email}` });
  const stops = [
    skip,
    page.getByRole('link', { name: 'Awa Desk' }),
    page.getByRole('link', { name: 'Home', exact: true }),
    page.getByRole('link', { name: 'Users', exact: true }),
    page.getByRole('link', { name: 'Announcements' }),
    account,
    page.getByRole('button', { name: 'Logout' }),
  ];
  await expect(account).toBeVisible();
  for (const stop of stops) await tabTo(page, stop);

  await tabTo(page, account, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dark = page.getByRole('radio', { name: 'Dark' });
  await tabTo(page, page.getByRole('radio', { name: 'As the system' }));
  await page.keyboard.press('ArrowLeft');
  await expect(dark).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: 'Announcements' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Announcements', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('back and forward reopen earlier states', async ({ signedIn: page }) => {
  await page.goto('/admin/desk/users');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await page.getByRole('link', { name: 'Announcements' }).click();
  await expect(page.getByRole('heading', { name: 'Announcements', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL(/\/announcements$/);
});

for (const path of ['/admin/desk/nowhere', '/nowhere']) {
  test(`says that nothing is at ${path} and leads back`, async ({ signedIn: page, guard }) => {
    guard.expectErrors(/status of 404/);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to Users' }).click();
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  });
}

for (const [part, files] of [
  ['a page', '**/assets/page-*.js'],
  ['what pages share', '**/assets/shared-*.js'],
] as const) {
  test(`${part} that cannot be loaded says so, and Retry loads it`, async ({ signedIn: page, guard }) => {
    guard.expectErrors(/net::ERR_FAILED/, /dynamically imported module/);
    await page.route(files, (route) => route.abort());
    await page.goto('/admin/desk/users');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('This page could not be shown');
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  });
}

test('Logout of a session that is over already leads to the sign-in screen', async ({ page, desk, guard }) => {
  guard.expectErrors(/status of 401/);
  await openWholeAndSignIn(page, desk);
  await endSession(page, desk);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
});
