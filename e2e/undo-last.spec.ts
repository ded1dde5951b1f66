import { announcementRoutes } from '#contract/announcements.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

test('Ctrl+Z outside of fields asks, undoes the last change, then the one before', async ({ signedIn: page, api }) => {
  for (const message of ['First', 'Second']) await api(announcementRoutes.create, { message });
  await page.goto('/admin/desk/announcements');
  const question = page.getByRole('dialog', { name: 'Undo your last change?' });
  const rows = page.getByRole('list', { name: 'Announcements' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);

  // In a field the key belongs to the text.
  await page.getByRole('textbox', { name: 'New announcement' }).press('Control+z');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+z');
  await expect(question).toContainText('You created the announcement “Second”, a moment ago.');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(rows).toHaveCount(2);

  await page.keyboard.press('Control+z');
  await question.getByRole('button', { name: 'Undo it' }).click();
  await expect(question).toBeHidden();
  await expect(rows).toHaveText([/First/]);
  // As long as a message offers Undo, the key means that message.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.keyboard.press('Control+z');
  await expect(question).toContainText('“First”');
  await question.getByRole('button', { name: 'Undo it' }).click();
  await expect(rows).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(rows).toHaveText([/First/]);
});

test('the account menu and the palette undo the last change too, on a phone', async ({ signedIn: page, api }) => {
  await page.setViewportSize(phone);
  await page.goto('/admin/desk/announcements');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Undo my last change' }).click();
  await expect(page.getByText('No change of yours can be undone.')).toBeVisible();
  await api(announcementRoutes.create, { message: 'A very long announcement of a clinic '.repeat(6).trim() });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Search the desk' }).click();
  await page.getByRole('combobox', { name: 'Search the desk' }).fill('undo');
  await page.getByRole('option', { name: 'Undo my last change' }).click();
  await expect(page.getByRole('dialog', { name: 'Undo your last change?' })).toBeVisible();
  await expectFitsPhone(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo it' }).click();
  await expect(page.getByText('Undid the change')).toBeVisible();
});
