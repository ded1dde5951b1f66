import { announcementRoutes } from '#contract/announcements.ts';
import { historyRoutes } from '#contract/history.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import type { Call } from '#e2e/support/calls.ts';
import { dropResponses } from '#e2e/support/drop-responses.ts';
import { now, skipPauses } from '#e2e/support/skip-pauses.ts';
import { expect, test } from '#e2e/support/test.ts';

const all = '**/admin/announcements';

const stored = async (api: Call, text: string) =>
  (await api(announcementRoutes.list, {})).announcements.filter(({ message }) => message === text);

const messages = async (api: Call) =>
  (await api(announcementRoutes.list, {})).announcements.map(({ message }) => message);

test('while one text is being sent no other draft can be opened, and it is still there afterwards', async ({
  signedIn: page,
}) => {
  const screen = announcementsScreen(page);
  const [earlier, later] = [unique('Earlier'), unique('Later')];
  await page.goto(screen.path);
  await screen.field.fill(earlier);
  await expect(screen.kept).toBeVisible();
  await page.reload();
  await expect(screen.offer).toBeVisible();
  await screen.field.fill(later);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(all, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.fallback();
  });
  await screen.publish();
  await expect(page.getByRole('button', { name: 'Creating' })).toBeVisible();
  await expect(screen.goOn).toHaveCount(0);
  letGo();
  await expect(screen.row(later)).toBeVisible();
  await screen.goOn.click();
  await expect(screen.field).toHaveValue(earlier);
});

test('when every response is lost and the save is cancelled, the page says what is known, and a second press repeats nothing', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/net::ERR_CONNECTION_FAILED/);
  const { write, field, create, queued, cancelQueued, line, alert, refused, row } = announcementsScreen(page);
  const message = unique('Never answered');
  await page.goto('/admin/desk/announcements');
  await write(message);
  const skipUntil = await skipPauses(page);
  await dropResponses(page, all, 50);
  await create.click();
  await skipUntil(() => expect(queued).toBeVisible(now));
  await cancelQueued.click();
  await expect(refused.getByText('Not known whether the announcement was created')).toBeVisible();
  await expect(refused).toContainText('The connection dropped before the answer came.');
  await expect(refused).toContainText('Try again in a moment: it will not be done twice.');
  await expect(refused).not.toContainText('Failed');
  // The list beside it tries again as well.
  await skipUntil(() => expect(line).toBeHidden(now));
  await expect(field).toHaveValue(message);
  const [before] = await stored(api, message);

  await page.unrouteAll({ behavior: 'wait' });
  await create.click();
  await expect(page.getByText('Created the announcement')).toBeVisible();
  await skipUntil(() => expect(row(message)).toHaveCount(1, now));
  await expect(alert).toHaveCount(0);
  expect(await stored(api, message)).toEqual([before]);

  // Settled: the same words again are another announcement.
  await write(message);
  await create.click();
  await expect(row(message)).toHaveCount(2);
});

test('a save cut off after it was sent, and offline since, is not reported as unsaved', async ({
  signedIn: page,
  guard,
}) => {
  guard.expectErrors(/net::ERR_CONNECTION_FAILED/, /ERR_INTERNET_DISCONNECTED/);
  const { write, create, queued, cancelQueued, line, alert } = announcementsScreen(page);
  await page.goto('/admin/desk/announcements');
  await write(unique('Sent at the last moment'));
  const skipUntil = await skipPauses(page);
  await dropResponses(page, all, 50);
  await create.click();
  await expect(line).toBeVisible();
  await page.context().setOffline(true);
  const notKnown = alert.getByText('Not known whether the announcement was created');
  await skipUntil(() => expect(queued).toBeVisible(now));
  await cancelQueued.click();
  await expect(notKnown).toBeVisible();
  // It may be saved, whatever the next press does.
  await page.unrouteAll({ behavior: 'wait' });
  await create.click();
  await skipUntil(() => expect(queued).toBeVisible(now));
  await cancelQueued.click();
  await expect(notKnown).toBeVisible();
  await page.context().setOffline(false);
});

test('a text corrected while the outcome of its save was unknown is not created twice without asking', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/net::ERR_CONNECTION_FAILED/, /status of 422/);
  const screen = announcementsScreen(page);
  const text = unique('Clinic opens at nien');
  const corrected = text.replace('nien', 'nine');
  const skipUntil = await skipPauses(page);
  await page.goto(screen.path);
  await screen.field.fill(text);
  await page.route(all, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort('connectionfailed');
  });
  await screen.publish();
  await skipUntil(() => expect(screen.queued).toBeVisible(now));
  await screen.cancelQueued.click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('it will not be done twice');
  // The announcement with the unknown outcome is in the list already.
  await expect(screen.row(text)).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await screen.field.fill(corrected);
  await screen.publish();
  await expect(alert).toContainText('Your first version was saved after all, and this one was not.');
  await expect(screen.field).toHaveValue(corrected);
  expect(await messages(api)).not.toContain(corrected);
  // A second confirmation creates another announcement.
  await screen.publish();
  await expect(screen.row(corrected)).toBeVisible();
  expect((await messages(api)).filter((message) => [text, corrected].includes(message)).toSorted()).toEqual(
    [text, corrected].toSorted(),
  );
});

test('an announcement changed by a colleague during the confirmation is not deleted unseen', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 412/);
  const stored = await api(announcementRoutes.create, { message: unique('Nobody needs this') });
  const screen = announcementsScreen(page);
  await page.goto(screen.path);
  await screen
    .row(stored.message)
    .getByRole('button', { name: /^Delete/ })
    .click();
  const theirs = `${stored.message}, or do they?`;
  await api(announcementRoutes.update, { id: stored.id, message: theirs });
  await screen.dialog.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(screen.dialog).toBeHidden();
  await expect(screen.row(theirs).getByRole('alert')).toContainText(
    'Someone changed this while you were working on it',
  );
  expect(await messages(api)).toContain(theirs);
  // The change has been seen, so the deletion may go on.
  await screen
    .row(theirs)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await screen.dialog.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(screen.row(theirs)).toHaveCount(0);
});

test('a record restored with every response lost, deleted and restored again exists', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/net::ERR_CONNECTION_FAILED/);
  const { id, message } = await api(announcementRoutes.create, { message: unique('There and back') });
  await api(announcementRoutes.remove, { id });
  const restore = `**/admin/bin/announcement/${id}/restore`;
  const skipUntil = await skipPauses(page);
  await page.goto('/admin/desk/bin');
  await page.route(restore, async (route) => {
    await route.fetch();
    await route.abort('connectionfailed');
  });
  const inBin = page.getByRole('list', { name: 'Deleted' }).getByRole('listitem').filter({ hasText: message });
  await inBin.getByRole('button', { name: /^Restore/ }).click();
  await skipUntil(() => expect(inBin).toHaveCount(0, now));
  await page.unrouteAll({ behavior: 'wait' });
  const screen = announcementsScreen(page);
  await page.getByRole('link', { name: 'Announcements' }).click();
  await screen
    .row(message)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await screen.dialog.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(screen.row(message)).toHaveCount(0);
  await page.goBack();
  await inBin.getByRole('button', { name: /^Restore/ }).click();
  await expect(inBin).toHaveCount(0);
  expect(await messages(api)).toContain(message);
  const { operations } = await api(historyRoutes.list, { kind: 'announcement', limit: 50 });
  const actions = operations.filter(({ entityId }) => entityId === id).map(({ action }) => action);
  expect(actions.toReversed()).toEqual(['create', 'delete', 'restore', 'delete', 'restore']);
});
