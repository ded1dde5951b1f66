import type { Page } from '@playwright/test';
import { announcements } from '#contract/announcements.ts';
import { history } from '#contract/history.ts';
import { capital, keptKinds, kinds } from '#contract/kinds.ts';
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

/** What the bin can have: the kinds of the areas that are in the menu. */
const there = keptKinds
  .filter((kind) => areas.some(({ area }) => area === kinds[kind].area))
  .map((kind) => capital(kinds[kind].many));

const parts = (page: Page) => {
  const rows = page.getByRole('list', { name: 'Deleted' }).getByRole('listitem');
  const row = (message: string) => rows.filter({ hasText: message });
  return { rows, row, restore: (message: string) => row(message).getByRole('button', { name: 'Restore' }) };
};

async function deleted(call: Call, message: string) {
  const announcement = await call(announcements.create, { message });
  await call(announcements.remove, { id: announcement.id });
  return announcement;
}

const stored = async (api: Call, id: string) =>
  (await api(announcements.list, {})).announcements.find((announcement) => announcement.id === id);

test('says what was deleted, by whom, when, and for how long it can come back', async ({
  signedIn: page,
  api,
  desk,
}) => {
  const [old, fresh] = [unique('Nearly gone'), unique('Just deleted')];
  await deleted(await callsAsStaff(await asColleague(desk)), old);
  const { operations } = await api(history.list, { limit: 1 });
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

test('Restore brings a thing back as it was, and can be undone', async ({ signedIn: page, api }) => {
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
  await expect(restore(other)).toBeFocused();
  expect(await stored(api, announcement.id)).toMatchObject({ message, createdBy: announcement.createdBy, version: 3 });
  await page.getByRole('button', { name: 'Undo: Restored the announcement' }).click();
  await expect(row(message)).toBeVisible();
  expect(await stored(api, announcement.id)).toBeUndefined();
});

test('a row says that somebody else restored its thing meanwhile', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(/status of 404/);
  const message = unique('Brought back twice');
  const { id } = await deleted(api, message);
  await page.goto(path);
  const { row, restore } = parts(page);
  await expect(restore(message)).toBeVisible();
  await api(history.restoreDeleted, { kind: 'announcement', id });
  await restore(message).click();
  await expect(row(message).getByRole('alert')).toContainText('Failed to restore');
  await page.reload();
  await expect(page.getByText(/in total$|^The bin is empty/)).toBeVisible();
  await expect(row(message)).toHaveCount(0);
});

test('a kind stands in the address; one that has nothing says so', async ({ signedIn: page, api }) => {
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

test('older ones come on demand', async ({ signedIn: page, api }) => {
  for (let at = 0; at < 55; at += 1) await deleted(api, unique(`Number ${at}`));
  const { pagination } = await api(history.bin, { limit: 1 });
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

test('fits a phone, long words and marks too', async ({ signedIn: page, api }) => {
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

test('is empty at first, and what lies in it outlives a restart of the server', async ({ page, guard }) => {
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
