import { cycleApi } from '#contract/cycle.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { addCrisis } from '#e2e/support/crisis.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { changedTwice, historyPanel, openHistory } from '#e2e/support/history-panel.ts';
import { disableIdleCallback } from '#e2e/support/disable-browser-apis.ts';
import { addCards, editorOf, ladyDuePath as path, openCard } from '#e2e/support/card-editor.ts';
import { addTree, rowsOf } from '#e2e/support/lady-due-tree.ts';
import { builtPages } from '#e2e/support/scripts.ts';
import { expect, test } from '#e2e/support/test.ts';
import { phone } from '#e2e/support/viewports.ts';

test('rows do not wait for the code of menus; a menu pressed early opens when its code arrives', async ({
  openContext,
  api,
}) => {
  await addTree(api);
  // In a separate browser, without cached code.
  const page = await (await openContext()).newPage();
  const first = (await builtPages()).find(({ name }) => name === 'lady-due.html')?.scripts ?? [];
  const release = await delayRequests(
    page,
    ({ pathname }) => pathname.endsWith('.js') && !first.includes(pathname.slice(1)),
  );
  await page.goto(path);
  await expect(rowsOf(page)).toHaveCount(7);
  const button = page.getByRole('button', { name: 'Actions for Warmth' });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('menu')).toHaveCount(0);
  release();
  const menu = page.getByRole('menu', { name: 'Actions for Warmth' });
  await expect(menu).toBeVisible();
  await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(menu).toHaveCount(0);
});

test('a menu whose code does not arrive says so, and opens at the next press', async ({ openContext, api, guard }) => {
  guard.expectErrors(/net::ERR_FAILED/, /dynamically imported module/);
  await addTree(api);
  const page = await (await openContext()).newPage();
  await page.route('**/assets/row-menu-items-*.js', (route) => route.abort());
  await page.goto(path);
  const button = page.getByRole('button', { name: 'Actions for Warmth' });
  await button.click();
  await expect(page.getByRole('alert')).toContainText('The connection dropped');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  // The code may also be on its way because the browser was idle: that request fails first.
  await page.unrouteAll({ behavior: 'wait' });
  await button.click();
  await expect(page.getByRole('menu', { name: 'Actions for Warmth' })).toBeVisible();
});

test('a preview whose code does not arrive says so beside the rows, and Retry loads it', async ({
  openContext,
  api,
  guard,
}) => {
  guard.expectErrors(/net::ERR_FAILED/, /dynamically imported module/);
  await addTree(api);
  const page = await (await openContext()).newPage();
  await page.route('**/assets/mode-phone-*.js', (route) => route.abort());
  await page.goto(path);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to open the preview');
  await expect(rowsOf(page)).toHaveCount(7);
  await page.unrouteAll({ behavior: 'wait' });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('complementary', { name: 'In the app now' })).toBeVisible();
});

test('a text stays when the code of its approval does not arrive, and Retry loads it', async ({
  openContext,
  api,
  guard,
}) => {
  guard.expectErrors(/net::ERR_FAILED/, /dynamically imported module/);
  const { id } = await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The luteal phase' });
  const page = await (await openContext()).newPage();
  await page.route('**/assets/approval-actions-*.js', (route) => route.abort());
  await page.goto(`/admin/desk/cycle/descriptions?phase-description=${id}`);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to open the approval');
  await expect(page.getByRole('heading', { name: 'The luteal phase' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
});

test('nothing in the form of a card moves when the code of its approval arrives', async ({ openContext, api }) => {
  const { first } = await addCards(api);
  const page = await (await openContext()).newPage();
  const release = await delayRequests(page, '**/assets/approval-actions-*.js');
  await openCard(page, first.id);
  const { title, form } = editorOf(page);
  await expect(form.getByText('Not approved by a clinician')).toBeVisible();
  const before = await title.boundingBox();
  release();
  await expect(form.getByRole('button', { name: 'Ask for a review' })).toBeVisible();
  expect(await title.boundingBox()).toEqual(before);
});

test('a page goes on without the code of the line about people in danger, and the next page loads it', async ({
  openContext,
  desk,
  api,
  guard,
}) => {
  guard.expectErrors(/net::ERR_FAILED/, /dynamically imported module/);
  await addCrisis(desk, api, ['I cannot go on']);
  const page = await (await openContext()).newPage();
  await page.route('**/assets/crisis-line-*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('crisis-line'));
  await page.goto('/admin/desk/announcements');
  await failed;
  const screen = announcementsScreen(page);
  await screen.field.fill('Still here');
  await expect(screen.field).toHaveValue('Still here');
  await expect(page.getByRole('heading', { name: 'Announcements', level: 1 })).toBeVisible();
  await screen.field.fill('');
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('link', { name: 'Doctors', exact: true }).click();
  await expect(page.getByRole('status', { name: 'People who may be in danger' })).toContainText('1 person');
});

test('the menu of a phone comes as a whole, so that nothing in it moves under a finger', async ({ openContext }) => {
  const page = await (await openContext({ viewport: phone })).newPage();
  await disableIdleCallback(page);
  const items = '**/assets/account-items-*.js';
  const release = await delayRequests(page, items);
  const asked = page.waitForRequest(items);
  await page.goto('/admin/desk/users');
  await page.getByRole('button', { name: 'Menu' }).click();
  const seen = page.waitForFunction(() => {
    const menu = document.querySelector('[role="dialog"]');
    const has = (name: string) => menu?.querySelector(`a[href$="/${name}"]`) !== null;
    return menu && has('users') && (has('activity') ? 'all of it' : 'a part');
  });
  await asked;
  // Waits a frame: a page would paint a partial menu before it gets the rest.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  release();
  expect(await (await seen).jsonValue()).toBe('all of it');
});

test('a panel whose code does not arrive says so, and can be retried', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(/net::ERR_/, /dynamically imported/);
  const announcement = await changedTwice(api);
  await page.route('**/history-panel-versions-*.js', (route) => route.abort('connectionfailed'));
  await openHistory(page, announcement);
  const { panel, versions } = historyPanel(page);
  await expect(panel.getByRole('alert')).toContainText('Failed to open the history');
  await page.unrouteAll({ behavior: 'wait' });
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(versions).toHaveCount(3);
});

test('when an upgrade has removed code, the page loads the new version and keeps the typed text', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 404/, /dynamically imported/, /preload/);
  const announcement = await changedTwice(api);
  // An open page after an upgrade: files have new names, and the earlier ones are gone.
  await page.route('**/history-panel-versions-*.js', (route) =>
    route.fulfill({
      status: 404,
      json: { status: 404, code: 'not_found', detail: 'There is nothing at this address.' },
    }),
  );
  await page.route('**/admin/desk', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll('/assets/index-', '/assets/index-newer-'),
    });
  });
  await openHistory(page, announcement);
  const { panel, close } = historyPanel(page);
  await expect(panel.getByRole('alert')).toContainText('The desk has a new version');
  const line = page.getByRole('status').filter({ hasText: 'The desk has a new version. Unsaved text is kept here.' });
  await expectAccessible(page);
  await close.click();
  const typed = unique('Typed before the upgrade');
  const screen = announcementsScreen(page);
  await screen.write(typed);
  await page.unrouteAll({ behavior: 'wait' });
  await line.getByRole('button', { name: 'Load it' }).click();
  await expect(line).toBeHidden();
  await expect(page.getByText(typed)).toBeVisible();
});
