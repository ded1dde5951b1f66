import type { Page } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { historyRoutes } from '#contract/history.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import type { Call } from '#e2e/support/calls.ts';
import { crash } from '#e2e/support/crash.ts';
import { expect, test } from '#e2e/support/test.ts';

const offline = /ERR_INTERNET_DISCONNECTED/;

const messages = async (api: Call) =>
  (await api(announcementRoutes.list, {})).announcements.map(({ message }) => message);

/** Changes the text of a stored announcement, and saves it without a connection. */
async function saveOffline(page: Page, message: string, text: string) {
  const screen = announcementsScreen(page);
  await screen.row(message).getByRole('button', { name: /^Edit/ }).click();
  await screen.message.fill(text);
  await page.context().setOffline(true);
  await screen.save.click();
  await expect(screen.queued).toBeVisible();
}

test('a new record saved without a connection is sent once it is back, and a toast says when', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(offline);
  const { path, write, create, field, queued, row } = announcementsScreen(page);
  const message = unique('Written in a tunnel');
  await page.goto(path);
  await write(message);
  await page.context().setOffline(true);
  await create.click();
  await expect(queued).toBeVisible();
  await expect(field).toHaveValue(message);
  expect(await messages(api)).not.toContain(message);
  await page.context().setOffline(false);
  await expect(page.getByText(/^Created the announcement\. Sent at \d{1,2}:\d{2}$/)).toBeVisible();
  await expect(row(message)).toHaveCount(1);
  await expect(field).toHaveValue('');
  expect((await messages(api)).filter((one) => one === message)).toHaveLength(1);
});

test('saves of closed forms are sent in order', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(offline);
  const screen = announcementsScreen(page);
  const stored = await Promise.all(
    ['First', 'Second'].map((text) => api(announcementRoutes.create, { message: unique(text) })),
  );
  await page.goto(screen.path);
  for (const { message } of stored) {
    await saveOffline(page, message, `${message}, corrected`);
    await screen.editor.getByRole('button', { name: 'Close' }).click();
    await expect(screen.editor).toHaveCount(0);
  }
  await expect(page.getByText('2 saves will be sent when the connection is back')).toBeVisible();
  await expect(page.getByText(/^Saved, and not sent yet, from/)).toHaveCount(2);
  await page.context().setOffline(false);
  for (const { message } of stored) await expect(screen.row(`${message}, corrected`)).toBeVisible();
  await expect(page.getByText(/^Saved the announcement\. Sent at \d{1,2}:\d{2}$/)).toBeVisible();
  await expect(page.getByText('will be sent when the connection is back')).toHaveCount(0);
  await expect(page.getByText(/^Saved, and not sent yet/)).toHaveCount(0);
  const { operations } = await api(historyRoutes.list, { kind: 'announcement', limit: 50 });
  const ids = stored.map(({ id }) => id);
  const sent = operations.filter(({ action, entityId }) => action === 'update' && ids.includes(entityId ?? ''));
  expect(sent.map(({ entityId }) => entityId).toReversed()).toEqual(ids);
});

test('another tab sends the save of a crashed tab', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(offline);
  const { path, row } = announcementsScreen(page);
  const { message } = await api(announcementRoutes.create, { message: unique('Crashed') });
  await page.goto(path);
  const other = await page.context().newPage();
  await other.goto(path);
  await saveOffline(other, message, `${message}, corrected`);
  await crash(other);
  await other.close();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Saved the announcement\. Sent at/)).toBeVisible();
  await expect(row(`${message}, corrected`)).toBeVisible();
  expect(await messages(api)).toContain(`${message}, corrected`);
});

test('a save that conflicts with a colleague opens the usual question', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(offline, /status of 412/);
  const screen = announcementsScreen(page);
  const open = await api(announcementRoutes.create, { message: unique('Open') });
  const closed = await api(announcementRoutes.create, { message: unique('Closed') });
  await page.goto(screen.path);
  for (const { message } of [closed, open]) {
    await saveOffline(page, message, `${message}, mine`);
    if (message === closed.message) await screen.editor.getByRole('button', { name: 'Close' }).click();
  }
  for (const { id, message } of [open, closed])
    await api(announcementRoutes.update, { id, message: `${message}, theirs` });
  await page.context().setOffline(false);
  // The open form asks at once; for the closed form a message appears, and its text is offered.
  await expect(screen.choice(/^This one/)).toBeVisible();
  const kept = 'Your save without a connection was refused. The text is kept on this device and offered in its form.';
  await expect(page.getByText(kept)).toBeVisible();
  await screen.choice(/^This one/).check();
  await screen.saveThis.click();
  await expect(screen.row(`${open.message}, mine`)).toBeVisible();
  await screen
    .row(closed.message)
    .getByRole('button', { name: /^Continue editing/ })
    .click();
  await expect(screen.message).toHaveValue(`${closed.message}, mine`);
  await screen.save.click();
  await expect(screen.dialog).toContainText(`${closed.message}, theirs`);
  expect(await messages(api)).toContain(`${closed.message}, theirs`);
});

test('a cancelled save is not sent, and its text stays in the form', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(offline);
  const screen = announcementsScreen(page);
  const { message } = await api(announcementRoutes.create, { message: unique('Cancelled') });
  await page.goto(screen.path);
  await saveOffline(page, message, `${message}, too early`);
  await screen.cancelQueued.click();
  await expect(screen.refused).toContainText('You are offline, and this was not sent.');
  await expect(screen.message).toHaveValue(`${message}, too early`);
  await expect(screen.message).toBeEditable();
  await page.context().setOffline(false);
  await page.reload();
  await expect(screen.offer).toBeVisible();
  expect(await messages(api)).toContain(message);
});
