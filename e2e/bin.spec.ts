import type { Page } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { binRoutes } from '#contract/bin.ts';
import { historyRoutes } from '#contract/history.ts';
import { capital, keptKinds, kinds } from '#contract/kinds.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { type Call, callsAsStaff } from '#e2e/support/calls.ts';
import { startDesk } from '#e2e/support/desk.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { choicesOf, choose } from '#e2e/support/filter.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { longAgo } from '#e2e/support/log.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { areas } from '#web/app/areas.ts';

const path = '/admin/desk/bin';

/** The kinds in the bin: those of the areas in the menu. */
const there = keptKinds
  .filter((kind) => areas.some(({ area }) => area === kinds[kind].area))
  .map((kind) => capital(kinds[kind].many));

const parts = (page: Page) => {
  const rows = page.getByRole('list', { name: 'Deleted' }).getByRole('listitem');
  const row = (message: string) => rows.filter({ hasText: message });
  return { rows, row, restore: (message: string) => row(message).getByRole('button', { name: 'Restore' }) };
};

async function deleted(call: Call, message: string) {
  const announcement = await call(announcementRoutes.create, { message });
  await call(announcementRoutes.remove, { id: announcement.id });
  return announcement;
}

const stored = async (api: Call, id: string) =>
  (await api(announcementRoutes.list, {})).announcements.find((announcement) => announcement.id === id);

test('lists deleted records with author, time and the remaining days', async ({ signedIn: page, api, desk }) => {
  const [old, fresh] = [unique('Nearly gone'), unique('Just deleted')];
  await deleted(await callsAsStaff(await asColleague(desk)), old);
  const { operations } = await api(historyRoutes.list, { limit: 1 });
  await longAgo(desk, operations[0]?.id ?? '', 29);
  await deleted(api, fresh);
  await page.goto(path);
  await expect(page).toHaveTitle('Bin - Awa Desk');
  const { rows, row } = parts(page);
  await expect(rows.first()).toHaveText(
    new RegExp(`^${fresh}Announcement · Deleted by Administrator · a moment ago30 days leftRestore$`),
  );
  await expect(row(old)).toHaveText([
    /Announcement · Deleted by Bola Ige · a moment ago30 days left/,
    /Announcement · Deleted by Bola Ige · [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}Last day/,
  ]);
});

test('Restore brings a record back unchanged, and can be undone', async ({ signedIn: page, api }) => {
  const [message, other] = [unique('Comes back'), unique('Stays')];
  await deleted(api, other);
  const announcement = await deleted(api, message);
  await page.goto(path);
  const { row, restore } = parts(page);
  const release = await delayRequests(page, '**/restore');
  await restore(message).click();
  await expect(row(message).getByRole('button')).toHaveAttribute('aria-busy', 'true');
  await expect(row(message)).toContainText('Restoring');
  release();
  await expect(page.getByText('Restored the announcement')).toBeVisible();
  await expect(row(message)).toHaveCount(0);
  await expect(row(other).getByRole('link')).toBeFocused();
  expect(await stored(api, announcement.id)).toMatchObject({ message, createdBy: announcement.createdBy, version: 3 });
  await page.getByRole('button', { name: 'Undo: Restored the announcement' }).click();
  await expect(row(message)).toBeVisible();
  expect(await stored(api, announcement.id)).toBeUndefined();
});

test('a row says that a colleague has already restored its record', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(/status of 404/);
  const message = unique('Brought back twice');
  const { id } = await deleted(api, message);
  await page.goto(path);
  const { row, restore } = parts(page);
  await expect(restore(message)).toBeVisible();
  await api(binRoutes.restore, { kind: 'announcement', id });
  await restore(message).click();
  await expect(row(message).getByRole('alert')).toContainText('Failed to restore');
  await page.reload();
  await expect(page.getByText(/in total$|^The bin is empty/)).toBeVisible();
  await expect(row(message)).toHaveCount(0);
});

test('the kind is in the URL; an empty one says so', async ({ signedIn: page, api }) => {
  const message = unique('Of a kind');
  await deleted(api, message);
  await page.goto(`${path}?kind=announcement`);
  const { row } = parts(page);
  await expect(row(message)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Kind' })).toContainText('Announcements');
  await page.goto(`${path}?kind=card`);
  await expect(page.getByRole('heading', { name: 'No cards in the bin' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page).toHaveURL(path);
  await expect(row(message)).toBeVisible();
  const kind = page.getByRole('combobox', { name: 'Kind' });
  await expect(await choicesOf(kind)).toHaveText(['All', ...there]);
  await choose(kind, 'Doctors');
  await expect(page.getByRole('heading', { name: 'No doctors in the bin' })).toBeVisible();
  await page.goto(`${path}?kind=user`);
  await expect(row(message)).toBeVisible();
});

test('a search by name is in the URL', async ({ signedIn: page, api }) => {
  const [found, other] = [unique('Ọjọ́ ìdánwò'), unique('Something else')];
  await deleted(api, found);
  await deleted(api, other);
  await page.goto(path);
  const { row } = parts(page);
  const search = page.getByRole('searchbox', { name: 'Search by name' });
  await search.fill('ojo idanwo');
  await expect(row(other)).toHaveCount(0);
  await expect(row(found)).toBeVisible();
  await expect(page).toHaveURL(`${path}?search=ojo+idanwo`);
  await choose(page.getByRole('combobox', { name: 'Kind' }), 'Cards');
  await expect(page.getByRole('heading', { name: 'No cards in the bin match “ojo idanwo”' })).toBeVisible();
  await page.goBack();
  await expect(row(found)).toBeVisible();
  await search.fill('no such name');
  await expect(page.getByRole('heading', { name: 'Nothing in the bin matches “no such name”' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(row(other)).toBeVisible();
  await expect(search).toHaveValue('');
});

test('a row opens the deleted record, to be read and restored', async ({ signedIn: page, api }) => {
  const [message, other] = [unique('Looked into'), unique('Beside it')];
  await deleted(api, other);
  const { id } = await deleted(api, message);
  await page.goto(path);
  const { row } = parts(page);
  const panel = page.getByRole('complementary', { name: 'Deleted announcement' });
  await row(message).getByRole('link').click();
  await expect(panel.getByRole('heading', { name: 'Deleted announcement' })).toBeFocused();
  await expect(page).toHaveURL(`${path}?deleted=${id}&deletedKind=announcement`);
  await expect(panel.getByRole('definition').first()).toHaveText(message);
  await expect(panel).toContainText('Deleted by Administrator · a moment ago');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(row(message).getByRole('link')).toBeFocused();
  await page.goBack();
  await page.reload();
  await panel.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored the announcement')).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect(row(message)).toHaveCount(0);
  await page.goto(`${path}?deleted=${id}&deletedKind=announcement`);
  await expect(panel).toContainText('This announcement is not in the bin');
});

test('several records are restored at once, and undone at once; records that stay say why', async ({
  signedIn: page,
  api,
}) => {
  // It could be read as a number.
  const searched = `${Date.now() % 10_000_000}e7`;
  const [one, two, held] = [`One ${searched}`, `Two ${searched}`, `Held ${searched}`];
  await deleted(api, one);
  await deleted(api, two);
  const category = await api(ladyDueApi.categories.create, { name: searched, trackingMode: 'TRACK_PERIOD' });
  const section = await api(ladyDueApi.sections.create, { categoryId: category.id, title: held });
  await api(ladyDueApi.sections.remove, { id: section.id });
  await api(ladyDueApi.categories.remove, { id: category.id });
  await page.goto(`${path}?search=${searched}`);
  const { rows, row } = parts(page);
  const bar = page.getByRole('group', { name: 'Selection' });
  const select = (name: string) => row(name).getByRole('checkbox', { name: `Select “${name}”` });
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await expect(bar.getByRole('status')).toHaveText('4 selected');
  await select(searched).first().uncheck();
  await bar.getByRole('button', { name: 'Restore' }).click();
  await expect(bar.getByRole('alert')).toContainText(
    `1 row was not restored“${held}”: The category of this section was deleted. Restore it first.`,
  );
  await expect(page.getByText('Restored 2 announcements')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(select(held)).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo: Restored 2 announcements' }).click();
  await expect(rows).toHaveCount(4);

  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await bar.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored 2 announcements, 1 category, and 1 section')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo: Restored 2 announcements, 1 category, and 1 section' }).click();
  await expect(rows).toHaveCount(4);
});

test('support can read the bin, without any control to restore', async ({ page, desk, api }) => {
  const message = unique('Only looked at');
  await deleted(api, message);
  await openAndSignIn(page, await asColleague(desk, 'Bola Ige', 'support'));
  await page.goto(path);
  await parts(page).row(message).getByRole('link').click();
  const panel = page.getByRole('complementary', { name: 'Deleted announcement' });
  await expect(panel.getByRole('definition').first()).toHaveText(message);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(/restor/i);
});

test('older records load on demand', async ({ signedIn: page, api }) => {
  for (let at = 0; at < 55; at += 1) await deleted(api, unique(`Number ${at}`));
  const { pagination } = await api(binRoutes.list, { limit: 1 });
  await page.goto(path);
  const { rows } = parts(page);
  await expect(rows).toHaveCount(50);
  await expect(page.getByText(`Showing the newest 50 of ${pagination.total}`)).toBeVisible();
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect(rows).toHaveCount(Math.min(100, pagination.total));
});

test('works with the keyboard alone', async ({ signedIn: page, api, desk }) => {
  const message = unique('By keyboard');
  await deleted(api, message);
  await page.goto('/admin/desk/users');
  await tabTo(page, page.getByRole('button', { name: `Welcome, ${desk.email}` }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Bin' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Bin', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  const { row, restore } = parts(page);
  await tabTo(page, restore(message));
  await page.keyboard.press('Enter');
  await expect(row(message)).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
});

test('fits a phone, even with long words and diacritics', async ({ signedIn: page, api }) => {
  const marked = unique('Ọjọ́ ìdánwò ọfẹ́ 👩🏾‍⚕️');
  await deleted(api, unique('x'.repeat(300)));
  await deleted(api, marked);
  await page.setViewportSize(phone);
  await page.goto('/admin/desk/users');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Bin' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  const { row, restore } = parts(page);
  await expect(row(marked)).toBeVisible();
  await expectFitsPhone(page);
  await restore(marked).click();
  await expect(row(marked)).toHaveCount(0);
});

test('is empty at first, and its records survive a restart of the server', async ({ page, guard }) => {
  guard.expectErrors(/net::ERR_/);
  const desk = await startDesk();
  guard.allow(desk.address);
  try {
    await openAndSignIn(page, desk);
    await page.goto(`${desk.address}/admin/desk/activity`);
    await expect(page.getByRole('heading', { name: 'No changes yet' })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${desk.address}${path}`);
    await expect(page.getByRole('heading', { name: 'The bin is empty' })).toBeVisible();
    await expectAccessible(page);

    const message = unique('Over night');
    await deleted(await callsAsStaff(desk), message);
    await page.reload();
    await expect(parts(page).row(message)).toBeVisible();
    await desk.restart();
    await page.reload();
    await parts(page).restore(message).click();
    await expect(page.getByText('Restored the announcement')).toBeVisible();
    await page.getByRole('link', { name: 'Announcements' }).click();
    await expect(announcementsScreen(page).row(message)).toBeVisible();
  } finally {
    await page.close();
    await desk.stop();
  }
});
