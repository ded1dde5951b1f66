import { announcementRoutes } from '#contract/announcements.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { dropResponses } from '#e2e/support/drop-responses.ts';
import { expect, test } from '#e2e/support/test.ts';

const path = '/admin/desk/announcements';
const day = 24 * 60 * 60_000;

test('a draft of an older version merges or conflicts, and never overwrites the work of others', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 412/);
  const stored = await api(announcementRoutes.create, { message: unique('Days ago') });
  const screen = announcementsScreen(page);
  const text = unique('Written days ago');
  await page.goto(path);
  await screen.row(stored.message).getByRole('button', { name: /^Edit/ }).click();
  await screen.message.fill(text);
  await screen.cancel.click();
  const newer = unique('Saved since');
  await api(announcementRoutes.update, { id: stored.id, message: newer, enabled: false });
  await page.reload();
  await screen.row(newer).getByRole('button', { name: 'Continue editing' }).click();
  await expect(screen.message).toHaveValue(text);
  await screen.save.click();
  await expect(screen.choice(/^Saved/)).toHaveAccessibleDescription(newer);
  await screen.choice('This one').check();
  await screen.saveThis.click();
  await expect(screen.row(text)).toContainText('Inactive');
});

test('the text of a deleted announcement is offered for a new one', async ({ signedIn: page, api }) => {
  const stored = await api(announcementRoutes.create, { message: unique('Deleted meanwhile') });
  const screen = announcementsScreen(page);
  const text = unique('Worth keeping');
  await page.goto(path);
  await screen.row(stored.message).getByRole('button', { name: /^Edit/ }).click();
  await screen.message.fill(text);
  await screen.cancel.click();
  await api(announcementRoutes.remove, { id: stored.id });
  await page.reload();
  await expect(screen.offer).toHaveText('Unsaved draft of a deleted announcement, from a moment ago');
  await screen.goOn.click();
  await expect(screen.field).toHaveValue(text);
  await screen.publish();
  await expect(screen.row(text)).toBeVisible();
  await expect(screen.offer).toHaveCount(0);
});

test('deleted by a colleague while the editor is open: the text can become a new announcement', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  const stored = await api(announcementRoutes.create, { message: unique('Deleted under me'), enabled: false });
  const screen = announcementsScreen(page);
  const text = unique('Still wanted');
  await page.goto(path);
  await screen.row(stored.message).getByRole('button', { name: /^Edit/ }).click();
  await screen.message.fill(text);
  await api(announcementRoutes.remove, { id: stored.id });
  await screen.save.click();
  await expect(screen.editor).toContainText('Someone deleted it while you were editing. Nothing was saved.');
  await expect(screen.save).toHaveCount(0);
  await screen.editor.getByRole('button', { name: 'Take it to a new announcement' }).click();
  await expect(screen.editor).toBeHidden();
  await expect(screen.field).toBeFocused();
  await expect(screen.offer).toHaveText('Unsaved draft of a deleted announcement, from a moment ago');
  await screen.goOn.click();
  // The deleted announcement was inactive, and so is the new one.
  await screen.create.click();
  await expect(screen.row(text)).toBeVisible();
  await expect(screen.offer).toHaveCount(0);
});

test('deleted by a colleague and restored from the bin: the text stays in its editor', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  const stored = await api(announcementRoutes.create, { message: unique('Deleted too early') });
  const screen = announcementsScreen(page);
  const text = unique('Better words');
  await page.goto(path);
  await screen.row(stored.message).getByRole('button', { name: /^Edit/ }).click();
  await screen.message.fill(text);
  await api(announcementRoutes.remove, { id: stored.id });
  await screen.save.click();
  await screen.editor.getByRole('link', { name: 'bin' }).click();
  await page.getByRole('button', { name: `Restore “${stored.message}”` }).click();
  await expect(page.getByText(/^Restored/)).toBeVisible();
  await page.getByRole('link', { name: 'Announcements' }).click();
  await screen.row(stored.message).getByRole('button', { name: 'Continue editing' }).click();
  await screen.save.click();
  await expect(screen.editor).toBeHidden();
  await expect(screen.row(text)).toBeVisible();
  const { announcements: all } = await api(announcementRoutes.list, {});
  expect(all.find(({ id }) => id === stored.id)?.message).toBe(text);
});

test('a create whose response was lost before the tab was closed is not repeated', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/net::ERR_/);
  const screen = announcementsScreen(page);
  const text = unique('Only once');
  await page.goto(path);
  await screen.field.fill(text);
  const asked = await dropResponses(page, '**/admin/announcements', 1);
  const sent = page.waitForEvent('requestfailed');
  await screen.publish();
  await sent;
  await page.close();
  const later = await page.context().newPage();
  await later.goto(path);
  const again = announcementsScreen(later);
  await again.goOn.click();
  const repeated = later.waitForRequest((request) => request.method() === 'POST');
  await again.publish();
  expect((await repeated).headers()['idempotency-key']).toBe(asked[0]?.headers()['idempotency-key']);
  await expect(again.field).toHaveValue('');
  const { announcements: all } = await api(announcementRoutes.list, {});
  expect(all.filter(({ message }) => message === text)).toHaveLength(1);
});

test('a create that failed and is continued a day later uses a key that the server still knows', async ({
  signedIn: page,
  guard,
}) => {
  guard.expectErrors(/net::ERR_/);
  const all = '**/admin/announcements';
  const text = unique('A day later');
  await page.goto(path);
  await announcementsScreen(page).field.fill(text);
  await page.route(all, (route) =>
    route.request().method() === 'POST' ? route.abort('connectionfailed') : route.fallback(),
  );
  const failed = page.waitForEvent('requestfailed');
  await announcementsScreen(page).publish();
  const key = (await failed).headers()['idempotency-key'];
  await page.close();
  const later = await page.context().newPage();
  await later.clock.setFixedTime(Date.now() + day);
  await later.goto(path);
  const again = announcementsScreen(later);
  await again.goOn.click();
  await expect(again.field).toHaveValue(text);
  const sent = later.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/admin/announcements'),
  );
  await again.publish();
  expect((await sent).headers()['idempotency-key']).not.toBe(key);
  await expect(again.row(text)).toBeVisible();
});

test('an edit that was saved although its response was lost is not offered', async ({ signedIn: page, api }) => {
  const stored = await api(announcementRoutes.create, { message: unique('Before') });
  const screen = announcementsScreen(page);
  const text = unique('After');
  await page.goto(path);
  await screen.row(stored.message).getByRole('button', { name: /^Edit/ }).click();
  await screen.message.fill(text);
  await screen.cancel.click();
  await expect(screen.offer).toBeVisible();
  await api(announcementRoutes.update, { id: stored.id, message: text });
  await page.reload();
  await expect(screen.row(text)).toBeVisible();
  await expect(screen.offer).toHaveCount(0);
});
