import type { Page } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { historyRoutes } from '#contract/history.ts';
import { kinds } from '#contract/kinds.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { userRoutes } from '#contract/users.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { expectAccessible, expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { addCards } from '#e2e/support/card-editor.ts';
import { type Call, callsAsStaff } from '#e2e/support/calls.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { choicesOf, choose } from '#e2e/support/filter.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { longAgo, resetFromShell } from '#e2e/support/log.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { loggedAreas } from '#web/app/areas.ts';

const path = '/admin/desk/activity';

const parts = (page: Page) => {
  const rows = page.getByRole('main').getByRole('listitem');
  const row = (what: string, message: string) => rows.filter({ hasText: `${what} the announcement “${message}”` });
  return {
    rows,
    row,
    undo: (what: string, message: string) => row(what, message).getByRole('button', { name: 'Undo' }),
    day: (name: string | RegExp) => page.getByRole('list', { name }),
    area: page.getByRole('combobox', { name: 'Area' }),
    kind: page.getByRole('combobox', { name: 'Kind' }),
    older: page.getByRole('button', { name: 'Show older' }),
    all: page.getByRole('button', { name: 'Show all changes' }),
  };
};

/** An announcement that was written and deleted. */
async function deleted(call: Call, message: string) {
  const { id } = await call(announcementRoutes.create, { message });
  await call(announcementRoutes.remove, { id });
  return id;
}

const isStored = async (api: Call, id: string) =>
  (await api(announcementRoutes.list, {})).announcements.some((announcement) => announcement.id === id);

test('lists the changes with author and record, newest first, by day', async ({ signedIn: page, api, desk }) => {
  const colleague = await callsAsStaff(await asColleague(desk));
  const message = unique('Clinic days');
  await deleted(colleague, message);
  const { operations } = await api(historyRoutes.list, { limit: 1 });
  await longAgo(desk, operations[0]?.id ?? '', 1);
  await longAgo(desk, operations[0]?.id ?? '', 2);
  const { users: people } = await api(userRoutes.list, { limit: 1 });
  const [person] = people;
  await api(userRoutes.setStatus, { userId: person?.id ?? '', isVerified: !person?.isVerified });
  await resetFromShell(desk, 'chi@awa.example');
  await page.goto(path);
  await expect(page).toHaveTitle('Activity - Awa Desk');
  const { day } = parts(page);
  const today = day('Today').getByRole('listitem');
  await expect(today.nth(0)).toHaveText(
    /On the server: reset the password of the staff account “chi@awa\.example”\d{1,2}:\d{2}$/,
  );
  await expect(today.nth(1)).toHaveText(
    new RegExp(`Administrator ${person?.isVerified ? 'unverified' : 'verified'} a user\\d{1,2}:\\d{2}$`),
  );
  await expect(today.nth(2)).toContainText(`Bola Ige deleted the announcement “${message}”`);
  await expect(today.nth(3)).toContainText(`Bola Ige created the announcement “${message}”`);
  for (const row of [0, 1]) await expect(today.nth(row).getByRole('button')).toHaveCount(0);
  await expect(
    today.nth(2).getByRole('button', { name: /^Undo: Bola Ige deleted the announcement “Clinic/ }),
  ).toBeVisible();
  await expect(day('Yesterday').getByRole('listitem').first()).toContainText(message);
  await expect(
    day(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
      .getByRole('listitem')
      .first(),
  ).toContainText(message);
});

test('filters are in the URL: reload, back, a shared link, and an unknown area', async ({
  signedIn: page,
  api,
  desk,
}) => {
  await api(announcementRoutes.create, { message: unique('Filtered') });
  await resetFromShell(desk, 'chi@awa.example');
  await page.goto(path);
  const { rows, area, kind, all } = parts(page);
  await expect(rows.filter({ hasText: 'Filtered' }).first()).toBeVisible();
  await expect(await choicesOf(area)).toHaveText(['All', ...loggedAreas.map(({ label }) => label)]);
  // With one kind per area, a filter by kind would repeat the filter by area.
  const there = Object.values(kinds).filter((one) => loggedAreas.some((logged) => logged.area === one.area));
  await expect(kind).toHaveCount(there.length > loggedAreas.length ? 1 : 0);
  await choose(area, 'Staff accounts');
  await expect(page).toHaveURL(`${path}?area=staff`);
  await expect(rows.filter({ hasText: 'announcement' })).toHaveCount(0);
  await expect(rows.first()).toContainText('staff account');
  await page.reload();
  await expect(area).toContainText('Staff accounts');
  await expect(rows.first()).toContainText('staff account');
  await choose(area, 'Announcements');
  await expect(rows.filter({ hasText: 'staff account' })).toHaveCount(0);
  await page.goBack();
  await expect(area).toContainText('Staff accounts');
  await expect(rows.first()).toContainText('staff account');

  await page.goto(`${path}?kind=announcement`);
  await expect(kind).toContainText('Announcements');
  await expect(rows.first()).toContainText('announcement');
  await expect(rows.filter({ hasText: 'staff account' })).toHaveCount(0);
  await page.goto(`${path}?area=staff&kind=announcement`);
  await expect(page.getByRole('heading', { name: 'No changes match these filters' })).toBeVisible();
  await all.click();
  await expect(page).toHaveURL(path);
  await expect(rows.filter({ hasText: 'Filtered' }).first()).toBeVisible();
  await page.goto(`${path}?area=nothing&kind=7`);
  await expect(rows.filter({ hasText: 'Filtered' }).first()).toBeVisible();
});

test('a row names the changed fields and opens the history of its record; people can be filtered', async ({
  signedIn: page,
  api,
  desk,
}) => {
  const name = 'Bola Ige';
  const asBola = await callsAsStaff(await asColleague(desk));
  const message = unique('Changed by two');
  const { id } = await api(announcementRoutes.create, { message });
  await asBola(announcementRoutes.update, { id, message: `${message} again`, enabled: false });
  await page.goto(path);
  const { rows, row } = parts(page);
  await expect(row('changed', `${message} again`)).toContainText(/· Message, enabled/);
  const person = page.getByRole('combobox', { name: 'Person' });
  await choose(person, name);
  await expect(page).toHaveURL(/\?person=[\da-f-]{36}$/);
  await expect(rows.filter({ hasText: 'Administrator' })).toHaveCount(0);
  await page.reload();
  await expect(person).toContainText(name);
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: /^Days/ }).click();
  await page.getByLabel('Last day').fill('2020-01-31');
  await expect(page).toHaveURL(/to=2020-01-31/);
  await expect(page.getByRole('heading', { name: 'No changes match these filters' })).toBeVisible();
  await page.getByRole('button', { name: 'Any day', exact: true }).click();
  await row('changed', `${message} again`)
    .getByRole('link', { name: `History of “${message} again”` })
    .click();
  await expect(page).toHaveURL(`/admin/desk/announcements?history=${id}`);
  const panel = page.getByRole('complementary', { name: /^History/ });
  await expect(panel.getByRole('list', { name: 'Versions' })).toContainText(name);

  const { users: people } = await api(userRoutes.list, { limit: 1 });
  await api(userRoutes.setStatus, { userId: people[0]?.id ?? '', isVerified: !people[0]?.isVerified });
  await page.goto(path);
  await rows
    .first()
    .getByRole('link', { name: /^Show the user/ })
    .click();
  await expect(page).toHaveURL(`/admin/desk/users?user=${people[0]?.id}`);
});

test('Undo reverts a change; the undone entry names the author and links to the undo', async ({
  signedIn: page,
  api,
}) => {
  const message = unique('There and back');
  const id = await deleted(api, message);
  await page.goto(path);
  const { row, undo } = parts(page);
  const release = await delayRequests(page, '**/undo');
  await undo('deleted', message).click();
  await expect(row('deleted', message).getByRole('button')).toHaveAttribute('aria-busy', 'true');
  await expect(row('deleted', message)).toContainText('Undoing');
  release();
  await expect(page.getByText('Undid the change')).toBeVisible();
  await expect(undo('deleted', message)).toHaveCount(0);
  await expect(row('deleted', message)).toBeFocused();
  expect(await isStored(api, id)).toBe(true);
  const link = row('deleted', message).getByRole('link', { name: /^Undone by Administrator, \d{1,2}:\d{2}$/ });
  await link.click();
  await expect(row('undid deleting', message)).toBeFocused();
  await expect(row('undid deleting', message)).toBeInViewport();

  // The undo can be undone, from its row as from the toast.
  await undo('undid deleting', message).click();
  await expect(page.getByText('Redid the change')).toBeVisible();
  await expect(row('redid a change to', message)).toBeVisible();
  expect(await isStored(api, id)).toBe(false);
  await page.getByRole('button', { name: 'Undo: Redid the change' }).click();
  await expect.poll(() => isStored(api, id)).toBe(true);
});

test('a deletion is undone from a second browser after the first tab was closed', async ({
  page,
  browser,
  desk,
  api,
  guard,
}) => {
  const message = unique('Gone by mistake');
  const { id } = await api(announcementRoutes.create, { message });
  await openAndSignIn(page, desk);
  await page.goto(announcementsScreen(page).path);
  const { row, dialog } = announcementsScreen(page);
  await row(message).getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(row(message)).toHaveCount(0);
  await page.close();

  const elsewhere = await browser.newContext();
  await guard.over(elsewhere);
  const second = await elsewhere.newPage();
  await openAndSignIn(second, await asColleague(desk));
  await second.getByRole('button', { name: /^Welcome/ }).click();
  await second.getByRole('link', { name: 'Activity' }).click();
  await parts(second).undo('deleted', message).click();
  await expect(parts(second).row('deleted', message)).toContainText('Undone by Bola Ige');
  expect(await isStored(api, id)).toBe(true);
  await second.getByRole('link', { name: 'Announcements' }).click();
  await expect(announcementsScreen(second).row(message)).toBeVisible();
  await elsewhere.close();
});

test('the reason why an undo failed is shown beside its row', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(/status of 409/);
  const message = unique('Changed since');
  const { id } = await api(announcementRoutes.create, { message });
  await api(announcementRoutes.update, { id, message: `${message} once` });
  await api(announcementRoutes.update, { id, message: `${message} twice` });
  await page.goto(path);
  const { row, undo } = parts(page);
  await undo('changed', `${message} once`).click();
  const alert = row('changed', `${message} once`).getByRole('alert');
  await expect(alert).toContainText('Failed to undo');
  await expect(alert).toContainText('This announcement was changed (message) since. Nothing was changed.');

  // Another session undoes it first.
  const { operations } = await api(historyRoutes.list, { limit: 1 });
  await api(historyRoutes.undo, { id: operations[0]?.id ?? '' });
  await undo('changed', `${message} twice`).click();
  await expect(row('changed', `${message} twice`).getByRole('alert')).toContainText('This was already undone.');
  await expect(row('changed', `${message} twice`)).toContainText('Undone by Administrator');
  await expect(page.getByRole('alert')).toHaveCount(2);
});

test('older entries load on demand, new ones when the window gets the focus', async ({ signedIn: page, api }) => {
  const message = unique('Counted');
  const { id } = await api(announcementRoutes.create, { message });
  for (let at = 2; at <= 60; at += 1) await api(announcementRoutes.update, { id, message: `${message} ${at}` });
  const { pagination } = await api(historyRoutes.list, { area: 'announcements', limit: 1 });
  await page.goto(`${path}?area=announcements`);
  const { rows, row, older } = parts(page);
  const total = pagination.total.toLocaleString('en');
  await expect(page.getByText(`Showing the newest 50 of ${total}`)).toBeVisible();
  await expect(rows).toHaveCount(50);
  await tabTo(page, older, 'Shift+Tab');
  // Loads all entries, page by page; the button stays where it is.
  while ((await older.getAttribute('aria-disabled')) === null) {
    const before = await rows.count();
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
    await expect(older).not.toHaveAttribute('aria-busy');
    await expect(older).toBeFocused();
  }
  await expect(page.getByText(`${total} in total`)).toBeVisible();
  await expect(rows).toHaveCount(pagination.total);
  await expect(row('created', message)).toHaveCount(1);

  await api(announcementRoutes.update, { id, message: `${message} later` });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(rows.first()).toContainText(`changed the announcement “${message} later”`);
});

test('works with the keyboard alone', async ({ signedIn: page, api, desk }) => {
  const message = unique('By keyboard');
  await deleted(api, message);
  await page.goto('/admin/desk/users');
  await tabTo(page, page.getByRole('button', { name: `Welcome, ${desk.email}` }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Activity' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  const { row, undo, area } = parts(page);
  await tabTo(page, area);
  const active = page.locator('[role="option"][data-active]');
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveText('All');
  await page.keyboard.press('End');
  await expect(active).toHaveText('Staff accounts');
  await expect(area).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(page).toHaveURL(path);
  for (const key of ['a', 'a', 'Home', 'ArrowDown', 'd', 'a']) await page.keyboard.press(key);
  await expect(active).toHaveText('Announcements');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${path}?area=announcements`);
  await expect(area).toBeFocused();
  await tabTo(page, undo('deleted', message));
  await page.keyboard.press('Enter');
  await expect(row('deleted', message).getByRole('link', { name: /^History of/ })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  const link = row('deleted', message).getByRole('link', { name: /^Undone by/ });
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row('undid deleting', message)).toBeFocused();
});

test('fits a phone, even with long words and diacritics', async ({ signedIn: page, api }) => {
  const long = unique('x'.repeat(300));
  await deleted(api, long);
  await deleted(api, unique('Ọjọ́ ìdánwò ọfẹ́ 👩🏾‍⚕️'.repeat(20)));
  await page.setViewportSize(phone);
  await page.goto('/admin/desk/users');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  const row = parts(page)
    .rows.filter({ hasText: `deleted the announcement “${'x'.repeat(100)}…”` })
    .first();
  await expect(row).toBeVisible();
  await expectFitsPhone(page);
  await row.getByRole('button', { name: /^Undo/ }).click();
  await expect(row).toContainText('Undone by Administrator');
  await expectFitsPhone(page);
});

test('a change of several cards names each, and leads to the versions of each', async ({ signedIn: page, api }) => {
  const { first, second } = await addCards(api);
  await api(ladyDueApi.cards.bulk, { ids: [first.id, second.id], action: 'publish' });
  await page.setViewportSize(phone);
  await page.goto(path);
  const row = page.getByRole('listitem').filter({ hasText: 'Administrator published 2 cards' });
  await row.getByRole('button', { name: 'Show the 2 cards: Administrator published 2 cards' }).press('Enter');
  const records = row.getByRole('list', { name: 'Records of the change' });
  await expect(records.getByRole('listitem')).toHaveText([
    /^Tea *Card, changed: status, time *Before and after$/,
    /^Warmth/,
  ]);
  await records.getByRole('button', { name: 'Before and after: Tea' }).click();
  const compared = records.getByRole('group', { name: 'Before and after' });
  await expect(compared.locator('del')).toContainText('Draft');
  await expect(compared.locator('ins')).toContainText(['Published']);
  await expectFitsPhone(page);
  await expectAccessibleInBoth(page);
  await records.getByRole('link', { name: 'Warmth' }).click();
  await expect(page.getByRole('heading', { name: /^History/ })).toBeVisible();
});
