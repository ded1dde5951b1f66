import { announcementRoutes } from '#contract/announcements.ts';
import { userRoutes } from '#contract/users.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { choose } from '#e2e/support/filter.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectAccessible } from '#e2e/support/axe.ts';

const path = '/admin/desk/announcements';

test('a new announcement is active at once, and the field is emptied only when it is saved', async ({
  signedIn: page,
  api,
}) => {
  const message = unique('Clinics are open on Saturday');
  const { field, create, row, dialog } = announcementsScreen(page);
  const { activeUsers } = await api(userRoutes.metrics, {});
  await page.goto(path);
  await expect(page).toHaveTitle('Announcements - Awa Desk');
  await expect(create).toBeDisabled();
  await field.fill('   \n ');
  await expect(create).toBeDisabled();
  await field.fill(`  ${message}  `);
  await create.click();
  await expect(dialog).toHaveAccessibleName('Show this announcement now?');
  await expect(dialog).toHaveAccessibleDescription(
    `${activeUsers} people will see it as soon as they open the app. Counted are those who used the app in the last 30 days.`,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(create).toBeFocused();
  await expect(field).toHaveValue(`  ${message}  `);
  expect((await api(announcementRoutes.list, {})).announcements).toEqual([]);
  const release = await delayRequests(page, '**/admin/announcements');
  await create.click();
  await dialog.getByRole('button', { name: 'Show it now' }).click();
  await expect(page.getByRole('button', { name: 'Creating' })).toHaveAttribute('aria-busy', 'true');
  // Text typed during the save would be neither sent nor kept.
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
  const { announcements: all } = await api(announcementRoutes.list, {});
  expect(all.find((one) => one.message === message)).toMatchObject({ enabled: true, version: 1 });
});

test('an inactive announcement is created without a confirmation', async ({ signedIn: page, api }) => {
  const { field, active, create, row, preview } = announcementsScreen(page);
  await page.goto(path);
  await field.fill('For later');
  await active.uncheck();
  await expect(page.getByText('Nobody sees it until you enable it.')).toBeVisible();
  await create.click();
  await expect(row('For later')).toContainText('Inactive');
  await expect(active).toBeChecked();
  await expect(preview).not.toContainText('For later');
  expect((await api(announcementRoutes.list, {})).announcements).toMatchObject([{ enabled: false }]);
});

test('the display period is entered in the time zone of Lagos', async ({ openContext, api }) => {
  const page = await (await openContext({ timezoneId: 'Africa/Lagos', locale: 'en-US' })).newPage();
  const { path: address, field, create, dialog, row, editor, save } = announcementsScreen(page);
  const [from, until] = [page.getByLabel('Show from'), page.getByLabel('Show until')];
  const year = new Date().getFullYear() + 1;
  await page.goto(address);
  await expect(from).toHaveAccessibleDescription('Lagos time');
  const [fromTimes, untilTimes] = [0, 1].map((at) => page.getByRole('group', { name: 'Usual times' }).nth(at));
  await fromTimes?.getByRole('button', { name: /^Tomorrow/ }).click();
  await expect(from).toHaveAccessibleDescription(/^\w{3} \w{3} \d+, (\d{4}, )?8:00, in \d+ (hours?|days?), Lagos$/);
  await expect(from).toHaveValue(/T08:00$/);
  // Times before the start are not offered as an end.
  await expect(untilTimes?.getByRole('button', { name: /^To/ }) ?? from).toHaveCount(0);
  await field.fill('The clinic moves');
  await from.fill('');
  // A date without a time does not count as empty.
  await from.press('1');
  await from.blur();
  await expect(from).toHaveAccessibleDescription(/Show from must be a date with a time/);
  await create.click();
  await expect(from).toBeFocused();
  await from.fill(`${year}-03-01T09:00`);
  await until.fill(`${year}-03-01T08:00`);
  await create.click();
  await expect(until).toBeFocused();
  await expect(until).toHaveAccessibleDescription(/Show until must be later than Show from/);
  await until.fill(`${year}-03-01T18:30`);
  await expect(page.getByText(`Everyone sees it from Mar 1, ${year}`)).toBeVisible();
  await create.click();
  await expect(dialog).toHaveAccessibleDescription(/^It shows from Mar 1, /);
  await dialog.getByRole('button', { name: 'Save it' }).click();
  await expect(row('The clinic moves')).toContainText(`Scheduledfrom Mar 1, ${year}`);
  await expect(from).toHaveValue('');
  expect((await api(announcementRoutes.list, {})).announcements).toMatchObject([
    { startsAt: `${year}-03-01T08:00:00.000Z`, endsAt: `${year}-03-01T17:30:00.000Z` },
  ]);

  await row('The clinic moves').getByRole('button', { name: 'Edit' }).click();
  await expect(editor.getByLabel('Show from')).toHaveValue(`${year}-03-01T09:00`);
  await editor.getByLabel('Show from').fill('');
  await editor.getByLabel('Show until').fill('2026-01-01T00:00');
  await save.click();
  await expect(row('The clinic moves')).toContainText('Overended Jan 1, 2026');
});

test('search and status filter are in the URL', async ({ signedIn: page, api }) => {
  const { row } = announcementsScreen(page);
  const [past, future] = ['2026-01-01T00:00:00Z', '2090-01-01T00:00:00Z'];
  await api(announcementRoutes.create, { message: 'Seen now' });
  await api(announcementRoutes.create, { message: 'Seen later', startsAt: future });
  await api(announcementRoutes.create, { message: 'Seen before', endsAt: past });
  await api(announcementRoutes.create, { message: 'Put away', enabled: false });
  await page.goto(path);
  const rows = page.getByRole('list', { name: 'Announcements' }).getByRole('listitem');
  const search = page.getByRole('searchbox', { name: 'Search announcements' });
  await expect(rows).toHaveText([/^Inactive/, /^Over/, /^Scheduled/, /^Active/]);
  await search.fill('SEEN');
  await expect(rows).toHaveCount(3);
  await choose(page.getByRole('combobox', { name: 'Status' }), 'Over');
  await expect(rows).toHaveText([/Seen before/]);
  await expect(page).toHaveURL(/search=SEEN/);
  await page.reload();
  await expect(rows).toHaveText([/Seen before/]);
  // The row being edited stays visible, whatever the filter.
  await row('Seen before').getByRole('button', { name: 'Edit' }).click();
  await search.fill('away');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('form', { name: 'Edit announcement' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'No announcements match “away”' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all announcements' }).click();
  await expect(rows).toHaveCount(4);
  await expect(page).not.toHaveURL(/search|state/);
});

test('counts characters as people do, and previews the text on a phone', async ({ signedIn: page }) => {
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

test('an empty list says so and leads to the field', async ({ signedIn: page, api }) => {
  const { announcements: all } = await api(announcementRoutes.list, {});
  for (const { id } of all) await api(announcementRoutes.remove, { id });
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'No announcements yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Write an announcement' }).click();
  await expect(announcementsScreen(page).field).toBeFocused();
});

test('disables and enables', async ({ signedIn: page, api }) => {
  const message = unique('The app rests on Sunday night');
  const { id } = await api(announcementRoutes.create, { message });
  await page.goto(path);
  const row = announcementsScreen(page).row(message);
  await row.getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Inactive');
  await expect(page.getByText('Disabled the announcement')).toBeVisible();
  const { announcements: shown } = await api(announcementRoutes.published, {});
  expect(shown.map((one) => one.id)).not.toContain(id);
  await row.getByRole('button', { name: 'Enable' }).click();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
});

test('edits in place; an edited announcement shows the day of its change', async ({ signedIn: page, api }) => {
  const message = unique('Ask a nurse any time');
  await api(announcementRoutes.create, { message });
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
  await expect(row(changed)).toContainText(/\w{3} \d{1,2}, \d{4} · updated the same day/);
  const { announcements: all } = await api(announcementRoutes.list, {});
  expect(all.map((one) => one.message)).toContain(changed);
});

test('after a deletion the focus moves to the next row', async ({ signedIn: page, api }) => {
  const { announcements: all } = await api(announcementRoutes.list, {});
  for (const { id } of all) await api(announcementRoutes.remove, { id });
  const [older, newer] = [unique('The older one'), unique('The newer one')];
  await api(announcementRoutes.create, { message: older });
  await api(announcementRoutes.create, { message: newer });
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

test('a deletion asks first, and the safe answer has the focus', async ({ signedIn: page, api }) => {
  const message = unique('Old news');
  await api(announcementRoutes.create, { message });
  const { row } = announcementsScreen(page);
  await page.goto(path);
  const bin = row(message).getByRole('button', { name: 'Delete' });
  await bin.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleDescription(
    'Are you sure you want to delete this announcement? The app will no longer show it. You can restore it from the bin for 30 days.',
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

test('deleted by a colleague: the typed text stays, with the reason why it cannot be saved', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  const message = unique('Soon gone');
  const { id } = await api(announcementRoutes.create, { message });
  await page.goto(path);
  await announcementsScreen(page).row(message).getByRole('button', { name: /^Edit/ }).click();
  const editor = page.getByRole('form', { name: 'Edit announcement' });
  const field = editor.getByRole('textbox', { name: 'Message' });
  const mine = unique('My words');
  await field.fill(mine);
  await api(announcementRoutes.remove, { id });

  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor.getByRole('alert')).toContainText(
    'Someone deleted it while you were editing. Nothing was saved.',
  );
  await expect(field).toHaveValue(mine);
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await expect(announcementsScreen(page).row(message)).toHaveCount(0);
});

test('the list is loaded only when the tab is open', async ({ signedIn: page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === announcementRoutes.list.path) calls.push(request.method());
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

test('diacritics, emoji and right-to-left text are stored as typed', async ({ signedIn: page, api }) => {
  const message = unique('Ẹ káàárọ̀ o! Ìlera ni ọrọ̀. ụmụ nwaanyị 👩🏾‍⚕️ ƙungiya مرحبا بكم <b>&amp;</b>');
  const { field, publish, row } = announcementsScreen(page);
  await page.goto(path);
  await field.fill(message);
  await publish();
  await expect(row(message)).toBeVisible();
  await page.reload();
  await expect(row(message)).toBeVisible();
  const { announcements: all } = await api(announcementRoutes.list, {});
  expect(all.map((one) => one.message)).toContain(message.normalize('NFC'));
});

test('everything works on a phone', async ({ signedIn: page, api }) => {
  const message = unique('A line with anextremelylongwordthatdoesnotfitonasmallphone'.repeat(2));
  await api(announcementRoutes.create, { message });
  await page.setViewportSize(phone);
  await page.goto(path);
  const { row: rowOf, field, preview } = announcementsScreen(page);
  const row = rowOf(message);
  await expect(row).toBeVisible();
  await expectFitsPhone(page);
  // The preview is a small banner below the field.
  await expect(preview).toBeHidden();
  await field.fill('Shown below');
  const banner = page
    .getByRole('main')
    .locator('p', { hasText: /^Shown below$/ })
    .filter({ visible: true });
  await expect(banner).toBeInViewport();
  await field.fill('');
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
  // No button is half under the header.
  await field.scrollIntoViewIfNeeded();
});

test('writes, edits and deletes from the keyboard alone', async ({ signedIn: page }) => {
  const message = unique('Typed without a mouse');
  const { field, create, row } = announcementsScreen(page);
  await page.goto(path);
  await tabTo(page, field);
  await page.keyboard.type(message);
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(row(message)).toBeVisible();

  await tabTo(page, row(message).getByRole('button', { name: /^Edit/ }));
  await page.keyboard.press('Enter');
  const editor = page.getByRole('form', { name: 'Edit announcement' });
  await expect(editor.getByRole('textbox', { name: 'Message' })).toBeFocused();
  // The caret is at the end of the text.
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
