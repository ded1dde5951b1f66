import type { Page } from '@playwright/test';
import { userRoutes } from '#contract/users.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { choose } from '#e2e/support/filter.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

const path = '/admin/desk/users';
const twelve = Array.from({ length: 12 }, () => ({}));
const some = [{ name: 'Chika Obi' }, { name: 'Bola Ige' }, { name: 'Ada Eze' }];

const parts = (page: Page) => ({
  bar: page.getByRole('group', { name: 'Selection' }),
  count: page.getByRole('group', { name: 'Selection' }).getByRole('status'),
  verify: page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Verify', exact: true }),
  unverify: page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Unverify', exact: true }),
  clear: page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Clear', exact: true }),
  all: page.getByRole('checkbox', { name: 'Select all on this page' }),
  box: (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }),
  table: page.getByRole('table', { name: 'Users' }),
  next: page.getByRole('button', { name: 'Next' }),
  previous: page.getByRole('button', { name: 'Previous' }),
});

test('verifies and unverifies several at once', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(some);
  await page.goto(`${path}?search=${mark}`);
  const { bar, count, verify, unverify, box, all, table } = parts(page);
  await expect(bar).toBeHidden();
  await box('Ada Eze').check();
  await expect(count).toHaveText('1 selected');
  await box('Chika Obi').check();
  await expect(count).toHaveText('2 selected');
  await verify.click();
  await expect(page.getByText('Verified 2 users')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(table.getByText('Verified', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeFocused();

  await all.check();
  await verify.click();
  await expect(page.getByText('Verified 1 user. 2 were verified already')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await expect(bar).toBeHidden();
  await all.check();
  await verify.click();
  await expect(page.getByText('Nothing to change: all 3 were verified already')).toBeVisible();
  await expect(bar).toBeHidden();
  await all.check();
  await unverify.click();
  await expect(page.getByText('Unverified 3 users')).toBeVisible();
  await expect(table.getByText('Unverified', { exact: true })).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo: Unverified 3 users' }).click();
  await expect(table.getByText('Verified', { exact: true })).toHaveCount(3);
});

test('the bar moves no row of a page that is scrolled to its end', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(twelve);
  await page.setViewportSize({ width: 1366, height: 600 });
  await page.goto(`${path}?search=${mark}`);
  const { bar, box, clear } = parts(page);
  await expect(box('Person 3')).toBeVisible();
  await page.keyboard.press('End');
  const top = async () => (await box('Person 3').boundingBox())?.y;
  await expect.poll(() => page.evaluate(() => scrollY + innerHeight - document.documentElement.scrollHeight)).toBe(0);
  const before = await top();
  await box('Person 3').check();
  await expect(bar).toBeVisible();
  expect(await top()).toBe(before);
  await clear.click();
  await expect(bar).toBeHidden();
});

test('a selection survives other pages, orders and searches', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(twelve);
  await page.goto(`${path}?search=${mark}`);
  const { count, all, box, clear, bar, next, previous } = parts(page);
  await box('Person 12').check();
  await expect(all).toHaveJSProperty('indeterminate', true);
  await all.check();
  await expect(count).toHaveText('10 selected');
  await next.click();
  await expect(box('Person 1')).not.toBeChecked();
  await expect(all).not.toBeChecked();
  await box('Person 1').check();
  await expect(count).toHaveText('11 selected, 10 not on this page');
  await previous.click();
  await expect(box('Person 12')).toBeChecked();
  await box('Person 12').uncheck();
  await expect(count).toHaveText('10 selected, 1 not on this page');
  await choose(page.getByRole('combobox', { name: 'Sort' }), 'Oldest first');
  await expect(box('Person 1')).toBeChecked();
  await page.getByRole('searchbox', { name: 'Search users' }).fill(`1.${mark}`);
  await expect(page.getByText(/^Showing 1 to 2 of 2/)).toBeVisible();
  await expect(count).toHaveText('10 selected, 8 not on this page');
  await clear.click();
  await expect(bar).toBeHidden();
  await expect(box('Person 1')).not.toBeChecked();
});

test('a selected user deleted by a colleague is reported, and the others are kept', async ({
  signedIn: page,
  api,
  addAppUsers,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  const mark = await addAppUsers(some);
  const { users: listed } = await api(userRoutes.list, { search: mark });
  await page.goto(`${path}?search=${mark}`);
  const { bar, count, verify, all, box, table } = parts(page);
  await all.check();
  await expect(count).toHaveText('3 selected');
  await api(userRoutes.remove, { userId: listed[1]?.id ?? '' });
  await verify.click();
  await expect(bar.getByRole('alert')).toContainText('Failed to update user status');
  await expect(bar.getByRole('alert')).toContainText('One of these users no longer exists. Nothing was changed.');
  await expect(bar.getByRole('alert')).toContainText(/Request \S+/);
  await expect(count).toHaveText('2 selected');
  await expect(table.getByRole('link')).toHaveText(['Ada Eze', 'Chika Obi']);
  await verify.click();
  await expect(page.getByText('Verified 2 users')).toBeVisible();

  await expect(bar).toBeHidden();
  await box('Ada Eze').check();
  await api(userRoutes.remove, { userId: listed[0]?.id ?? '' });
  await verify.click();
  await expect(bar.getByRole('alert')).toContainText('no longer exists');
  await expect(count).toHaveText('0 selected');
  await expect(verify).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
});

test('a deleted user is not selected any more', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(some);
  await page.goto(`${path}?search=${mark}`);
  const { count, all } = parts(page);
  await all.check();
  await page.getByRole('button', { name: 'Delete Bola Ige' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click();
  await expect(count).toHaveText('2 selected');
});

test('verifying the whole last page of unverified users goes one page back', async ({
  signedIn: page,
  addAppUsers,
}) => {
  const mark = await addAppUsers(twelve);
  await page.goto(`${path}?search=${mark}&status=unverified&page=2`);
  const { all, verify } = parts(page);
  await all.check();
  await verify.click();
  await expect(page.getByText('Showing 1 to 10 of 10 users')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
});

test('works with the keyboard alone; Escape clears where it has no other meaning', async ({
  signedIn: page,
  addAppUsers,
}) => {
  const mark = await addAppUsers(some);
  await page.goto(`${path}?search=${mark}`);
  const { bar, count, verify, box } = parts(page);
  await tabTo(page, box('Ada Eze'));
  await page.keyboard.press('Space');
  await expect(count).toHaveText('1 selected');

  await tabTo(page, page.getByRole('link', { name: 'Ada Eze' }));
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'User' });
  await expect(panel.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(count).toHaveText('1 selected');
  await tabTo(page, page.getByRole('button', { name: 'Delete Ada Eze' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(count).toHaveText('1 selected');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();

  await tabTo(page, box('Ada Eze'), 'Shift+Tab');
  await page.keyboard.press('Space');
  const release = await delayRequests(page, '**/admin/users/bulk');
  await tabTo(page, verify);
  await page.keyboard.press('Enter');
  await expect(bar.getByRole('button', { name: 'Verifying' })).toBeFocused();
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByText('Verified 1 user')).toHaveCount(1);
  await expect(bar).toBeHidden();
});

test('on a phone a row is selected from its menu', async ({ signedIn: page, addAppUsers }) => {
  const mark = await addAppUsers(some);
  await page.setViewportSize(phone);
  await page.goto(`${path}?search=${mark}`);
  const { bar, count, verify, clear, box } = parts(page);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Ada Eze' }).click();
  await page.getByRole('menuitem', { name: 'Select' }).click();
  await expect(count).toHaveText('1 selected');
  await box('Bola Ige').check();
  await expect(count).toHaveText('2 selected');
  await expectFitsPhone(page);
  await verify.click();
  await expect(page.getByText('Verified 2 users')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Chika Obi' }).click();
  await page.getByRole('menuitem', { name: 'Select' }).click();
  await clear.click();
  await expect(bar).toBeHidden();
});

for (const [width, height, beside] of [
  [1440, 700, true],
  [1024, 900, true],
  [768, 700, false],
  [360, 640, false],
] as const) {
  test(`head, paging and bar stay in sight at ${width} pixels`, async ({ signedIn: page, addAppUsers }) => {
    const mark = await addAppUsers(twelve);
    await page.setViewportSize({ width, height });
    await page.goto(`${path}?search=${mark}`);
    const { bar, count, next, all } = parts(page);
    const head = page.getByRole('columnheader', { name: 'User' });
    const area = async (part: typeof bar) => {
      const box = await part.boundingBox();
      return { top: box?.y ?? NaN, bottom: (box?.y ?? NaN) + (box?.height ?? NaN) };
    };
    await expect(next).toBeInViewport({ ratio: 1 });
    if (width > 360) await all.check();
    else {
      await page.getByRole('button', { name: 'Actions for Person 12' }).click();
      await page.getByRole('menuitem', { name: 'Select' }).click();
    }
    if (beside) {
      await page.getByRole('link', { name: 'Person 12' }).click();
      await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
    }
    await expect(count).toBeVisible();
    for (const scroll of [0, 420, 9999]) {
      await page.evaluate((to) => scrollTo(0, to), scroll);
      await expect(bar).toBeInViewport({ ratio: 1 });
      await expect(next).toBeInViewport({ ratio: 1 });
      // No part covers another.
      await expect.poll(async () => (await area(next)).bottom <= (await area(bar)).top).toBe(true);
      await next.click({ trial: true });
    }
    if (width > 360) {
      await page.evaluate(() => scrollTo(0, 420));
      await expect(head).toBeInViewport({ ratio: 1 });
      await head.getByRole('button').click({ trial: true });
    }
    // The accessibility scan at the end would report controls that the bottom bar partly covers: in this window it
    // covers none.
    await page.setViewportSize({ width, height: 1600 });
  });
}
