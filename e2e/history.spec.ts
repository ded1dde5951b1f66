import pg from 'pg';
import { announcementRoutes } from '#contract/announcements.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { unique } from '#e2e/support/announcements.ts';
import { type Call, callsAsStaff } from '#e2e/support/calls.ts';
import type { Desk } from '#e2e/support/desk.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { changedTwice, historyPanel, openHistory } from '#e2e/support/history-panel.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectAccessible } from '#e2e/support/axe.ts';

const path = '/admin/desk/announcements';
/** A card with two versions: the second edits one of five long paragraphs, and adds a source. */
async function aLongCard(api: Call) {
  const { id: categoryId } = await api(ladyDueApi.categories.create, {
    name: unique('Long texts'),
    trackingMode: 'TRACK_PERIOD',
  });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
  const paragraphs = [1, 2, 3, 4, 5].map((at) => `Paragraph ${at}. ${'Ask a nurse about it. '.repeat(4)}Then rest.`);
  const card = { sectionId, title: 'Iron', content: paragraphs.join('\n\n'), citations: ['Ẹ̀kọ́'] };
  const { id } = await api(ladyDueApi.cards.create, card);
  const content = card.content.replace('Paragraph 4. Ask a nurse', 'Paragraph 4. Ask a midwife');
  return api(ladyDueApi.cards.update, { id, content, citations: ['Ẹ̀kọ́', 'Igbo'] });
}

test('lists who changed what and when, the current one marked', async ({ signedIn: page, api, desk }) => {
  const announcement = await changedTwice(api);
  const colleague = await callsAsStaff(await asColleague(desk));
  await colleague(announcementRoutes.update, { id: announcement.id, message: announcement.message, enabled: true });
  await openHistory(page, announcement);
  const { panel, versions } = historyPanel(page);
  await expect(panel).toContainText(announcement.message.slice(0, 30));
  await expect(versions).toHaveText([
    /EnabledCurrentBola Ige · \w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2}/,
    /DisabledAdministrator · /,
    /Changed messageAdministrator · /,
    /CreatedAdministrator · /,
  ]);
});

test('compares a version with the current and the previous one, as one text with the changes marked', async ({
  signedIn: page,
  api,
}) => {
  const announcement = await changedTwice(api);
  await openHistory(page, announcement);
  const { version, opened, compare } = historyPanel(page);
  const [gone, come] = [opened.locator('del'), opened.locator('ins')];
  await version('Changed message').click();
  await expect(compare('Current version')).toBeChecked();
  await expect(gone).toHaveText('Active');
  await expect(come).toHaveText('Inactive');
  await expect(opened).toContainText('Only in this versionOnly in the current version');
  await compare('Version before').check();
  await expect(gone).toHaveText('nine');
  await expect(come).toHaveText('ten');
  await expect(opened).toContainText(/Only in the version beforeOnly in this version.*nineten on Saturday/);
  // The comparison mode stays selected; the first version has no version before it.
  await version('Disabled').click();
  await expect(opened).toContainText('Compared with the version before');
  await expect(gone).toHaveText('Active');
  await version('Created').click();
  await expect(opened).toHaveCount(1);
  await expect(opened).toContainText('Compared with the current version');
  await expect(gone).toHaveText(['nine', 'Active']);
  await expect(come).toHaveText(['ten', 'Inactive']);
});

test('folds the unchanged paragraphs of a long text behind a button', async ({ signedIn: page, api }) => {
  const { id } = await aLongCard(api);
  await page.goto(`/admin/desk/lady-due?history=${id}`);
  const { version, opened } = historyPanel(page);
  await version('Changed').click();
  const fold = opened.getByRole('button', { name: '3 unchanged paragraphs' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(opened.locator('del')).toHaveText('nurse');
  await expect(opened.locator('ins')).toHaveText(['midwife', 'Igbo']);
  await expect(opened).not.toContainText('Paragraph 2');
  await tabTo(page, fold);
  await page.keyboard.press('Enter');
  await expect(opened).toContainText('Paragraph 2');
  await expect(fold).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(opened).not.toContainText('Paragraph 2');
});

test('restores a version, undoes that, and keeps the selected version', async ({ signedIn: page, api }) => {
  const announcement = await changedTwice(api);
  const before = announcement.message.replace('ten', 'nine');
  await openHistory(page, announcement);
  const { version, versions, opened, restore, undo, row } = historyPanel(page);
  await version('Disabled').click();
  await expect(restore).toBeDisabled();
  await expect(opened).toContainText('This is the current version.');
  await version('Created').click();
  const release = await delayRequests(page, '**/restore');
  await restore.click();
  await expect(page.getByRole('button', { name: 'Restoring' })).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(row(before)).toContainText('Active');
  await expect(versions.first()).toContainText('Restored message and statusCurrent');
  await expect(opened).toContainText('Created');
  await expect(opened).toContainText('Same as the current version.');
  await expect(restore).toBeDisabled();
  await expect(restore).toBeFocused();
  await undo.click();
  await expect(page.getByText('Undid the change')).toBeVisible();
  await expect(row(announcement.message)).toContainText('Inactive');
  await expect(versions.first()).toContainText('Undid an edit to the message and statusCurrent');
  await expect(opened).toContainText('Created');
  await expect(restore).toBeEnabled();
});

test('a restore that fails after its panel was closed is still reported', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(/status of 500/);
  const announcement = await changedTwice(api);
  await openHistory(page, announcement);
  const { version, restore, close, panel } = historyPanel(page);
  await version('Created').click();
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/restore', async (route) => {
    await failing;
    await route.fulfill({ status: 500 });
  });
  await restore.click();
  await expect(panel.getByRole('button', { name: 'Restoring' })).toBeVisible();
  await close.click();
  await expect(panel).toHaveCount(0);
  fail();
  await expect(page.getByText('Restoring an earlier version')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Failed to restore');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('follows changes in the list beside it, including a deletion and its undo', async ({ signedIn: page, api }) => {
  const announcement = await changedTwice(api);
  await openHistory(page, announcement);
  const { panel, version, versions, restore, row } = historyPanel(page);
  await version('Created').click();
  await row(announcement.message).getByRole('button', { name: 'Enable' }).click();
  await expect(versions.first()).toContainText('EnabledCurrent');
  await expect(restore).toBeEnabled();
  await row(announcement.message).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleDescription(/You can restore it from the bin for 30 days\.$/);
  await dialog.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(panel).toContainText('Restore it from the bin');
  await expect(versions.first()).toContainText(/^DeletedAdministrator/);
  await expect(restore).toBeDisabled();
  await version('Deleted').click();
  await expect(restore).toBeDisabled();
  await page.getByRole('button', { name: 'Undo: Deleted the announcement' }).click();
  await expect(versions.first()).toContainText('Restored by undoCurrent');
  await expect(panel).not.toContainText('Restore it from the bin');
});

test('a save in another browser appears when this window gets the focus', async ({ signedIn: page, api, desk }) => {
  const announcement = await changedTwice(api);
  await openHistory(page, announcement);
  const { version, versions, opened } = historyPanel(page);
  await version('Created').click();
  await expect(opened).toContainText('Only in the current version');
  const colleague = await callsAsStaff(await asColleague(desk));
  await colleague(announcementRoutes.update, { id: announcement.id, message: unique('Closed') });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(versions.first()).toContainText('Changed messageCurrentBola Ige');
  await expect(opened).toContainText('Closed');
});

test('is in the URL: reload, back, forward and a shared link', async ({ signedIn: page, api }) => {
  const announcement = await changedTwice(api);
  await openHistory(page, announcement);
  const { panel, versions, close, row } = historyPanel(page);
  await expect(page).toHaveURL(`${path}?history=${announcement.id}`);
  await page.reload();
  await expect(versions).toHaveCount(3);
  await close.click();
  await expect(row(announcement.message).getByRole('button', { name: 'History' })).toBeFocused();
  await page.goBack();
  await expect(versions).toHaveCount(3);
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await page.goForward();
  await expect(versions).toHaveCount(3);
  await close.click();
  await expect(page).toHaveURL(path);
  await page.goto(`${path}?history=nothing`);
  await expect(page.getByRole('heading', { name: 'Announcements', level: 1 })).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('says calmly that there is no such record', async ({ signedIn: page, guard }) => {
  guard.expectErrors(/status of 404/);
  await page.goto(`${path}?history=${crypto.randomUUID()}`);
  const { panel } = historyPanel(page);
  await expect(panel.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  await expect(panel.getByRole('alert')).toHaveCount(0);
});

/** An announcement that is older than the log. */
async function writtenBefore({ database }: Desk, message: string) {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const id = crypto.randomUUID();
    await client.query('INSERT INTO announcements (id, message, enabled) VALUES ($1, $2, true)', [id, message]);
    return id;
  } finally {
    await client.end();
  }
}

test('a record older than the log has a version before its first change, and can be restored to it', async ({
  signedIn: page,
  desk,
}) => {
  const message = unique('From long ago');
  await page.goto(`${path}?history=${await writtenBefore(desk, message)}`);
  const { version, versions, restore, row } = historyPanel(page);
  await expect(versions).toHaveText([/Original versionCurrentBefore changes were recorded · /]);
  await row(message).getByRole('button', { name: 'Disable' }).click();
  await expect(versions).toHaveText([/^DisabledCurrent/, /^Original versionBefore/]);
  await version('Original version').click();
  await restore.click();
  await expect(row(message).getByText('Active', { exact: true })).toBeVisible();
  await expect(versions).toHaveCount(3);
});

test('shows older versions on demand, and compares versions from two responses', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 500/);
  const message = unique('Counted');
  const { id } = await api(announcementRoutes.create, { message });
  for (let at = 2; at <= 60; at += 1) await api(announcementRoutes.update, { id, message: `${message} ${at}` });
  await page.goto(`${path}?history=${id}`);
  const { panel, versions, compare, opened } = historyPanel(page);
  const older = panel.getByRole('button', { name: 'Show older' });
  await expect(versions).toHaveCount(50);
  await expect(panel.getByText('Showing the newest 50')).toBeVisible();
  await page.route('**/admin/history/**before=*', (route) => route.fulfill({ status: 500 }));
  await older.click();
  await expect(panel.getByRole('alert')).toContainText('Failed to fetch the history');
  await page.unrouteAll();
  await expect(older).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(versions).toHaveCount(60);
  await expect(panel.getByText('60 in total')).toBeVisible();
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await expect(older).toBeDisabled();
  await expect(older).toBeFocused();

  await page.reload();
  await expect(versions).toHaveCount(50);
  await versions.nth(49).getByRole('button').click();
  await compare('Version before').check();
  await expect(opened.locator('del')).toHaveText('10');
  await expect(opened.locator('ins')).toHaveText('11');
});

test('works with the keyboard alone, and Escape acts on the focused part', async ({ signedIn: page, api }) => {
  const announcement = await changedTwice(api);
  await page.goto(path);
  const { panel, heading, version, restore, compare, row } = historyPanel(page);
  const button = row(announcement.message).getByRole('button', { name: 'History' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await expect(heading).toBeFocused();
  await tabTo(page, version('Created'));
  await page.keyboard.press('Enter');
  await tabTo(page, restore);
  await page.keyboard.press('Enter');
  const restored = announcement.message.replace('ten', 'nine');
  await expect(row(restored)).toBeVisible();
  await tabTo(page, version('Changed message'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, compare('Current version'));
  await page.keyboard.press('ArrowRight');
  await expect(compare('Version before')).toBeChecked();
  // The list beside it stays in use.
  const remove = row(restored).getByRole('button', { name: 'Delete' });
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(panel).toBeVisible();
  // The dialog returns the focus a moment after it closes.
  await expect(remove).toBeFocused();
  await restore.focus();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(row(restored).getByRole('button', { name: 'History' })).toBeFocused();
});

for (const width of [1024, 1440]) {
  test(`nothing of the page lies under it at ${width} pixels`, async ({ signedIn: page, api }) => {
    const announcement = await changedTwice(api);
    await page.setViewportSize({ width, height: 800 });
    await openHistory(page, announcement);
    const { panel, row } = historyPanel(page);
    const box = await panel.boundingBox();
    expect(box).toMatchObject({ width: 440, x: width - 440 });
    const remove = await row(announcement.message).getByRole('button', { name: 'Delete' }).boundingBox();
    expect((remove?.x ?? 0) + (remove?.width ?? 0)).toBeLessThan(width - 440);
    await expect(page.getByRole('complementary', { name: 'As people will see it' })).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // Its menu opens over the panel.
    await page.getByRole('button', { name: /^Welcome/ }).click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });
}

test('on a phone it covers the window and keeps the focus', async ({ signedIn: page, api }) => {
  const announcement = await changedTwice(api);
  await page.setViewportSize(phone);
  await page.goto(path);
  const menu = historyPanel(page)
    .row(announcement.message)
    .getByRole('button', { name: /^Actions for/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  const dialog = page.getByRole('dialog', { name: 'History' });
  await expect(dialog.getByRole('heading', { name: 'History' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Created' }).click();
  await expect(dialog.locator('del, ins')).toHaveCount(4);
  await expectFitsPhone(page);
  await expectAccessible(page);
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...phone });
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByText('Restored an earlier version')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(historyPanel(page).row(announcement.message.replace('ten', 'nine')).getByRole('button')).toBeFocused();
});
