import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { savedViewsApi } from '#contract/saved-views.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const views = (page: Page) => page.getByRole('button', { name: 'Views', exact: true });

test('a view is saved, shared, opened by a colleague, and says which of its filters no longer exist', async ({
  signedIn: page,
  api,
  desk,
  guard,
  browser,
}) => {
  await page.goto('/admin/desk/users?status=verified');
  await views(page).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.keyboard.type('Verified people');
  await dialog.getByRole('combobox', { name: 'Share with' }).click();
  await page.getByRole('option', { name: 'Support' }).click();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog).toBeHidden();

  // A name that is taken loses nothing.
  guard.expectErrors(/status of 409/);
  await views(page).click();
  await expect(page.getByRole('menuitem', { name: 'Verified people' })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await expect(name).toBeFocused();
  await page.keyboard.type('Verified people');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('has this name');
  await expect(name).toHaveValue('Verified people');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await api(savedViewsApi.savedViews.add, {
    page: 'awa/posts',
    name: 'Old topic',
    search: `topic=${randomUUID()}&hidden=true`,
    role: null,
  });
  await page.setViewportSize(phone);
  await page.goto('/admin/desk/awa/posts');
  await views(page).click();
  await page.getByRole('menuitem', { name: 'Old topic' }).click();
  await expect(page).toHaveURL(/posts\?hidden=true$/);
  await expect(page.getByText('This view was saved with a filter that no longer exists: topic.')).toBeVisible();
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Change views' }).click();
  const changing = page.getByRole('dialog', { name: 'Change views' });
  await changing.getByRole('button', { name: 'Use the current filters for Old topic' }).click();
  await expect(page.getByText('no longer exists')).toHaveCount(0);
  await changing.getByRole('button', { name: 'Delete Old topic' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(changing.getByText('You have saved no view of this page.')).toBeVisible();

  const colleague = await (await browser.newContext()).newPage();
  await openAndSignIn(colleague, await asColleague(desk, 'Sadé Support', 'support'));
  await colleague.goto('/admin/desk/users');
  await views(colleague).click();
  await colleague.getByRole('menuitem', { name: /Verified people/ }).click();
  await expect(colleague).toHaveURL(/users\?status=verified$/);
  await colleague.context().close();
});

test('views that do not load, change or go say so, and Retry loads them', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(/status of 500/);
  await api(savedViewsApi.savedViews.add, {
    page: 'doctors',
    name: 'On duty',
    search: 'availability=true',
    role: null,
  });
  const calls = '**/admin/views**';
  // Not repeated, as a lost connection would be.
  const fail = () => page.route(calls, (route) => route.fulfill({ status: 500 }));
  await fail();
  await page.goto('/admin/desk/doctors');
  await views(page).click();
  const retry = page.getByRole('menuitem', { name: /^Failed to fetch the views/ });
  await expect(retry).toBeVisible();
  await page.unroute(calls);
  await retry.click();
  await expect(page.getByRole('menuitem', { name: 'On duty' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Change views…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change views' });
  await fail();
  await dialog.getByRole('button', { name: 'Use the current filters for On duty' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to change the view');
  await dialog.getByRole('button', { name: 'Delete On duty' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete the view' })).toBeVisible();
});
