import type { Page } from '@playwright/test';
import { doctorRoutes } from '#contract/doctors.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

const named = ['A', 'B', 'C', 'D', 'E'].map((letter) => ({ name: `Person ${letter}`, specialty: 'Midwifery' }));

const parts = (page: Page) => ({
  ...doctorsScreen(page),
  box: (letter: string) => page.getByRole('checkbox', { name: `Select Dr. Person ${letter}`, exact: true }),
  dialog: page.getByRole('dialog'),
});

test('several doctors are deactivated, deleted and brought back at once', async ({ signedIn: page, api }) => {
  await addDoctors(api, named);
  const { path, bar, count, act, box, all, dialog, row, rows, search, panel, link } = parts(page);
  await page.goto(path);
  await expect(bar).toBeHidden();
  await box('B').check();
  await expect(count).toHaveText('1 selected');
  await expect(all).toHaveJSProperty('indeterminate', true);
  await box('D').click({ modifiers: ['Shift'] });
  await expect(count).toHaveText('3 selected');
  await expect(box('C')).toBeChecked();
  expect(await page.evaluate(() => String(getSelection()))).toBe('');

  // The selection follows the doctors when they move, and doctors hidden by a search stay selected.
  await link('Dr. Person C').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows.nth(1)).toContainText('Dr. Person C');
  await expect(page.getByText('Moved Dr. Person C to place 2')).toBeVisible();
  await expect(box('C')).toBeChecked();
  await search.fill('Person C');
  await expect(count).toHaveText('3 selected, 2 not shown');
  await search.fill('');

  await act('Deactivate').click();
  await expect(page.getByText('Deactivated 3 doctors')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(row('Dr. Person B')).toContainText('Inactive');
  await expect(row('Dr. Person A')).not.toContainText('Inactive');
  expect((await api(doctorRoutes.list, {})).doctors.filter(({ isActive }) => isActive)).toHaveLength(2);
  await page.getByRole('button', { name: 'Undo: Deactivated 3 doctors' }).click();
  await expect(row('Dr. Person B')).not.toContainText('Inactive');

  await link('Dr. Person E').click();
  await all.check();
  await box('A').uncheck();
  await expect(count).toHaveText('4 selected');
  await act('Delete').click();
  await expect(page.getByRole('dialog', { name: 'Delete 4 doctors?' })).toHaveAccessibleDescription(
    'Are you sure you want to delete these 4 doctors? The app will no longer show 4 of them. You can restore them from the bin for 30 days.',
  );
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(act('Delete')).toBeFocused();
  await act('Delete').click();
  await dialog.getByRole('button', { name: 'Delete doctors' }).click();
  await expect(page.getByText('Deleted 4 doctors')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(panel).toContainText('No doctor selected');
  await page.getByRole('button', { name: 'Undo: Deleted 4 doctors' }).click();
  await expect(rows).toHaveCount(5);
  await expect(bar).toBeHidden();
});

test('a doctor deleted by a colleague is no longer selected, and the others stay selected', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  const [first] = await addDoctors(api, named);
  const { path, bar, count, act, box, row } = parts(page);
  await page.goto(path);
  await box('A').check();
  await box('B').check();
  await api(doctorRoutes.remove, { id: first?.id ?? '' });
  await act('Deactivate').click();
  await expect(bar.getByRole('alert')).toContainText('Nothing was changed. The rest is still selected: try again.');
  await expect(count).toHaveText('1 selected');
  await act('Deactivate').click();
  await expect(page.getByText('Deactivated 1 doctor')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(row('Dr. Person B')).toContainText('Inactive');

  await box('B').check();
  await box('C').check();
  await act('Deactivate').click();
  await expect(page.getByText('Deactivated 1 doctor. 1 was inactive already')).toBeVisible();
});

test('on a phone doctors are selected by their checkboxes, and the bar covers no row', async ({
  signedIn: page,
  api,
}) => {
  const many = Array.from({ length: 12 }, (_, at) => ({ name: `Number ${at + 1}`, specialty: 'Midwifery' }));
  await addDoctors(api, many);
  await page.setViewportSize(phone);
  const { path, bar, count, act, all, row, rows } = parts(page);
  await page.goto(path);
  await page.getByRole('checkbox', { name: 'Select Dr. Number 1', exact: true }).check();
  await expect(count).toHaveText('1 selected');
  await expectFitsPhone(page);
  await all.check();
  await expect(count).toHaveText('12 selected');
  await all.uncheck();
  await expect(bar).toBeHidden();
  await page.getByRole('checkbox', { name: 'Select Dr. Number 1', exact: true }).check();
  await row('Dr. Number 12').scrollIntoViewIfNeeded();
  await page.getByRole('checkbox', { name: 'Select Dr. Number 12' }).check();
  const last = await row('Dr. Number 12').boundingBox();
  const edge = await bar.boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
  await act('Delete').click();
  await expectFitsPhone(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete doctors' }).click();
  await expect(rows).toHaveCount(10);
  await expect(bar).toBeHidden();
});
