import { announcements } from '#contract/announcements.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

const path = '/admin/desk/announcements';

test('a new announcement is active at once, and the field is emptied only when it is saved', async ({
  signedIn: page,
  api,
}) => {
  const message = unique('Clinics are open on Saturday');
  const { field, create, row } = announcementsScreen(page);
  await page.goto(path);
  await expect(page).toHaveTitle('Announcements - Awa Desk');
  await expect(create).toBeDisabled();
  await field.fill('   \n ');
  await expect(create).toBeDisabled();
  await field.fill(`  ${message}  `);
  const release = await delayRequests(page, '**/admin/announcements');
  await create.click();
  await expect(page.getByRole('button', { name: 'Creating' })).toHaveAttribute('aria-busy', 'true');
  // What is typed on meanwhile would be neither sent nor kept.
  await field.focus();
  await page.keyboard.type(' and more');
  await expect(field).toHaveValue(`  ${message}  `);
  await page.getByRole('button', { name: 'Creating' }).focus();
  release();
  await expect(row(message)).toContainText('Active');
  await expect(row(message)).toContainText('by Administrator');
  await expect(field).toHaveValue('');
  await expect(create).toBeDisabled();
  await expect(create).toBeFocused();
  await expect(page.getByText('Created the announcement')).toBeVisible();
  const { announcements: all } = await api(announcements.list, {});
  expect(all.find((one) => one.message === message)).toMatchObject({ enabled: true, version: 1 });
});

test('counts what is written as people do, and shows it in the drawn phone', async ({ signedIn: page }) => {
  const { field, preview } = announcementsScreen(page);
  await page.goto(path);
  await expect(page.getByText('0 of 2,000')).toBeVisible();
  await field.fill('Hello 👋🏾');
  await expect(page.getByText('8 of 2,000')).toBeVisible();
  await expect(preview).toContainText('Hello 👋🏾');
  await preview.getByRole('radio', { name: 'Dark' }).check();
  await expect(preview).toContainText('Hello 👋🏾');
});

test('refuses 2,001 characters with a sentence beside the field, and keeps the text', async ({ signedIn: page }) => {
  const { field, create } = announcementsScreen(page);
  await page.goto(path);
  await field.fill('ọ'.repeat(2001));
  await expect(page.getByText('2,001 of 2,000, 1 too many')).toBeVisible();
  await create.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/Message can have at most 2,000 characters/);
  await expect(field).toHaveValue('ọ'.repeat(2001));
});

test('says that there are none, and leads to the field', async ({ signedIn: page, api }) => {
  const { announcements: all } = await api(announcements.list, {});
  for (const { id } of all) await api(announcements.remove, { id });
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'No announcements yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Write an announcement' }).click();
  await expect(announcementsScreen(page).field).toBeFocused();
});

test('disables and enables', async ({ signedIn: page, api }) => {
  const message = unique('The app rests on Sunday night');
  const { id } = await api(announcements.create, { message });
  await page.goto(path);
  const row = announcementsScreen(page).row(message);
  await row.getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Inactive');
  await expect(page.getByText('Disabled the announcement')).toBeVisible();
  const { announcements: shown } = await api(announcements.published, {});
  expect(shown.map((one) => one.id)).not.toContain(id);
  await row.getByRole('button', { name: 'Enable' }).click();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
});

test('edits in place; the day of a change is shown when there was one', async ({ signedIn: page, api }) => {
  const message = unique('Ask a nurse any time');
  await api(announcements.create, { message });
  const { row, preview } = announcementsScreen(page);
  await page.goto(path);
  await expect(row(message)).not.toContainText('updated');
  await row(message).getByRole('button', { name: /^Edit/ }).click();
  const editor = page.getByRole('form', { name: 'Edit announcement' });
  const field = editor.getByRole('textbox', { name: 'Message' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(message);
  await field.fill('Something else');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await expect(editor).toBeHidden();
  await expect(row(message)).toBeVisible();
  await expect(row(message).getByRole('button', { name: /^Edit/ })).toBeFocused();

  await row(message).getByRole('button', { name: /^Edit/ }).click();
  await field.fill('  ');
  await expect(editor.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  const changed = unique('Ask a nurse by day');
  await field.fill(` ${changed} `);
  await expect(preview).toContainText(changed);
  const release = await delayRequests(page, '**/admin/announcements/*');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor.getByRole('button', { name: 'Saving' })).toBeFocused();
  await field.press('x');
  await expect(field).toHaveValue(` ${changed} `);
  release();
  await expect(editor).toBeHidden();
  await expect(row(changed).getByRole('button', { name: /^Edit/ })).toBeFocused();
  await expect(row(changed)).toContainText(/updated \w{3} \d{1,2}, \d{4}/);
  const { announcements: all } = await api(announcements.list, {});
  expect(all.map((one) => one.message)).toContain(changed);
});

test('a deleted announcement hands the focus on to what takes its place', async ({ signedIn: page, api }) => {
  const { announcements: all } = await api(announcements.list, {});
  for (const { id } of all) await api(announcements.remove, { id });
  const [older, newer] = [unique('The older one'), unique('The newer one')];
  await api(announcements.create, { message: older });
  await api(announcements.create, { message: newer });
  const { row } = announcementsScreen(page);
  const remove = async (message: string) => {
    await row(message).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete announcement' }).click();
    await expect(row(message)).toHaveCount(0);
  };
  await page.goto(path);
  await remove(newer);
  await expect(row(older).getByRole('button', { name: 'Disable' })).toBeFocused();
  await remove(older);
  await expect(page.getByRole('heading', { name: 'All announcements' })).toBeFocused();
});

test('asks before it deletes; the safe answer has the focus', async ({ signedIn: page, api }) => {
  const message = unique('Old news');
  await api(announcements.create, { message });
  const { row } = announcementsScreen(page);
  await page.goto(path);
  const bin = row(message).getByRole('button', { name: 'Delete' });
  await bin.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleDescription(
    'Are you sure you want to delete this announcement? People stop seeing it in the app. You can restore it from the bin for 30 days.',
  );
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(bin).toBeFocused();
  await bin.click();
  await dialog.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(row(message)).toHaveCount(0);
  await expect(page.getByText('Deleted the announcement')).toBeVisible();
});

test('somebody else deleted it: what was typed stays, with the reason why it cannot be saved', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  const message = unique('Soon gone');
  const { id } = await api(announcements.create, { message });
  await page.goto(path);
  await announcementsScreen(page).row(message).getByRole('button', { name: /^Edit/ }).click();
  const editor = page.getByRole('form', { name: 'Edit announcement' });
  const field = editor.getByRole('textbox', { name: 'Message' });
  const mine = unique('My words');
  await field.fill(mine);
  await api(announcements.remove, { id });

  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor.getByRole('alert')).toContainText(
    'Somebody deleted it while you were editing. Nothing was saved.',
  );
  await expect(field).toHaveValue(mine);
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await expect(announcementsScreen(page).row(message)).toHaveCount(0);
});

test('the list is asked for only when the tab is open', async ({ signedIn: page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === announcements.list.path) calls.push(request.method());
  });
  await page.goto('/admin/desk/users');
  await expect(page.getByText(/^Showing 1 to/)).toBeVisible();
  const link = page.getByRole('link', { name: 'Announcements' });
  await link.hover();
  await link.focus();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(/^Showing 11 to/)).toBeVisible();
  expect(calls).toEqual([]);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Announcements', level: 1 })).toBeVisible();
  await expect.poll(() => calls).toEqual(['GET']);
});

test('marks, emoji and right-to-left text come back as they were typed', async ({ signedIn: page, api }) => {
  const message = unique('Ẹ káàárọ̀ o! Ìlera ni ọrọ̀. ụmụ nwaanyị 👩🏾‍⚕️ ƙungiya مرحبا بكم <b>&amp;</b>');
  const { field, create, row } = announcementsScreen(page);
  await page.goto(path);
  await field.fill(message);
  await create.click();
  await expect(row(message)).toBeVisible();
  await page.reload();
  await expect(row(message)).toBeVisible();
  const { announcements: all } = await api(announcements.list, {});
  expect(all.map((one) => one.message)).toContain(message.normalize('NFC'));
});

test('everything works on a phone', async ({ signedIn: page, api }) => {
  const message = unique('A line with anextremelylongwordthatdoesnotfitonasmallphone'.repeat(2));
  await api(announcements.create, { message });
  await page.setViewportSize(phone);
  await page.goto(path);
  const row = announcementsScreen(page).row(message);
  await expect(row).toBeVisible();
  await expectFitsPhone(page);
  const actions = row.getByRole('button', { name: 'Actions for' });
  await actions.click();
  await expectFitsPhone(page);
  const release = await delayRequests(page, '**/admin/announcements/*');
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expect(row.getByRole('button', { name: 'Disabling' })).toHaveAttribute('aria-busy', 'true');
  await actions.click({ force: true });
  await expect(page.getByRole('menu')).toHaveCount(0);
  release();
  await expect(row).toContainText('Inactive');
  await expect(actions).not.toHaveAttribute('aria-busy', 'true');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expectFitsPhone(page);
  const editor = page.getByRole('form', { name: 'Edit announcement' });
  await expect(editor.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await expect(actions).toBeFocused();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to delete this announcement?');
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(row).toHaveCount(0);
});

test('writes, edits and deletes from the keyboard alone', async ({ signedIn: page }) => {
  const message = unique('Typed without a mouse');
  const { field, create, row } = announcementsScreen(page);
  await page.goto(path);
  await tabTo(page, field);
  await page.keyboard.type(message);
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  await expect(row(message)).toBeVisible();

  await tabTo(page, row(message).getByRole('button', { name: /^Edit/ }));
  await page.keyboard.press('Enter');
  const editor = page.getByRole('form', { name: 'Edit announcement' });
  await expect(editor.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await tabTo(page, editor.getByRole('button', { name: 'Save Changes' }));
  await page.keyboard.press('Enter');
  await expect(row(`${message}!`)).toBeVisible();
  await expect(editor).toBeHidden();

  await tabTo(page, row(message).getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(row(message)).toHaveCount(0);
});
