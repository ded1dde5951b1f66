import type { Page } from '@playwright/test';
import { userNotesApi } from '#contract/user-notes.ts';
import { userRoutes } from '#contract/users.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const parts = (page: Page) => {
  const notes = page.getByRole('region', { name: 'Notes' });
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  return {
    notes,
    items: notes.getByRole('listitem'),
    add: notes.getByRole('button', { name: 'Add a note' }),
    dialog,
    text: dialog.getByRole('textbox', { name: 'Note' }),
    underlined: dialog.locator('mark'),
  };
};

test('a note is written with a hint at words about health, kept as a draft, and deleted with Undo', async ({
  signedIn: page,
  api,
  addAppUsers,
}) => {
  const mark = await addAppUsers([{ name: 'Ada Obi' }]);
  const [person] = (await api(userRoutes.list, { search: mark })).users;
  await page.goto(`/admin/desk/users?user=${person?.id}`);
  const { notes, items, add, dialog, text, underlined } = parts(page);
  await expect(notes.getByText('No notes yet.')).toBeVisible();
  await add.click();
  await expect(text).toBeFocused();
  await page.keyboard.type('She is pregnant and lost her password');
  await expect(underlined).toHaveText('pregnant');
  await expect(dialog.getByRole('status').filter({ hasText: 'may be about health' })).toBeVisible();
  // The underline is below the word in the field, which has the same line breaks.
  const [field, words] = await Promise.all(
    [text, dialog.locator('[aria-hidden]').filter({ has: page.locator('mark') })].map((box) =>
      box.evaluate((element) => {
        const { fontSize, lineHeight, paddingLeft, paddingTop, whiteSpace } = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        return [fontSize, lineHeight, paddingLeft, paddingTop, whiteSpace, x, y, width, height];
      }),
    ),
  );
  expect(words).toEqual(field);
  await expectAccessibleInBoth(page);
  await expect(dialog.getByText(/^Kept on this device/)).toBeVisible();
  await page.reload();
  await add.click();
  await dialog.getByRole('button', { name: /^Continue editing/ }).click();
  await expect(text).toHaveValue('She is pregnant and lost her password');
  await text.fill('She lost her password');
  await expect(underlined).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Contact' }).click();
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(dialog).toBeHidden();
  await expect(items).toHaveText([/^She lost her passwordContact · Administrator · .* · kept until .*Delete$/]);

  await notes.getByRole('button', { name: 'Delete the note' }).click();
  await expect(notes.getByText('No notes yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo: Deleted the note' }).click();
  await expect(items).toHaveCount(1);
});

test('support deletes own notes alone, on a phone', async ({ page, desk, api, addAppUsers }) => {
  const mark = await addAppUsers([{ name: 'Ife Oni' }]);
  const [person] = (await api(userRoutes.list, { search: mark })).users;
  await api(userNotesApi.userNotes.add, { userId: person?.id ?? '', kind: 'complaint', text: 'x'.repeat(300) });
  await page.setViewportSize(phone);
  await openAndSignIn(page, await asColleague(desk, 'Sadé Support', 'support'));
  await page.goto(`/admin/desk/users?user=${person?.id}`);
  const { notes, items, add, dialog, text } = parts(page);
  await expect(items).toHaveCount(1);
  await add.click();
  await expect(text).toBeFocused();
  await text.fill('She called again');
  await expectFitsPhone(page);
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(items.first()).toContainText('She called again');
  await expect(notes.getByRole('button', { name: 'Delete the note' })).toHaveCount(1);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
});
