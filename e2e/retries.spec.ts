import pg from 'pg';
import { announcementRoutes } from '#contract/announcements.ts';
import { historyRoutes } from '#contract/history.ts';
import { userRoutes } from '#contract/users.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import type { Call } from '#e2e/support/calls.ts';
import { now, skipPauses } from '#e2e/support/skip-pauses.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { dropResponses } from '#e2e/support/drop-responses.ts';
import { boxAtRest, expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { endSession, openAndSignIn, signIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { withoutEarlyCalls } from '#e2e/support/without-early-calls.ts';
import { watchRequests } from '#e2e/support/requests.ts';

const path = '/admin/desk/announcements';
const all = '**/admin/announcements';
const each = '**/admin/announcements/*';
const cut = /net::ERR_CONNECTION_FAILED/;

const stored = async (api: Call, text: string) =>
  (await api(announcementRoutes.list, {})).announcements.filter(({ message }) => message === text);

/** The actions on a record in the log, oldest first. */
async function actions(api: Call, id: string) {
  const { operations } = await api(historyRoutes.list, { kind: 'announcement', limit: 50 });
  return operations
    .filter(({ entityId }) => entityId === id)
    .map(({ action }) => action)
    .toReversed();
}

test('a create whose response was lost is done once, without user action', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(cut);
  const { write, field, create, line, alert, row } = announcementsScreen(page);
  const message = unique('Lost on its way back');
  await page.goto(path);
  await write(message);
  // The line disappears when a try succeeds, so the test holds the try until it has seen the line.
  const release = await delayRequests(page, all);
  const asked = await dropResponses(page, all, 2);
  await create.click();
  await expect(line).toBeVisible();
  release();
  await expect(row(message)).toHaveCount(1);
  await expect(page.getByText('Created the announcement')).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(line).toBeHidden();
  await expect(alert).toHaveCount(0);
  const keys = asked.map((request) => request.headers()['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/^\d+(-\d+){3}$/), keys[0]]);
  const [one, ...others] = await stored(api, message);
  expect(others).toEqual([]);
  expect(await actions(api, one?.id ?? '')).toEqual(['create']);
});

test('a captive portal page does not count as a response', async ({ signedIn: page, api }) => {
  const { write, field, create, line, row } = announcementsScreen(page);
  const message = unique('Behind the sign-in of a hotel');
  await page.goto(path);
  await write(message);
  const portal = { status: 200, contentType: 'text/html', body: '<title>Welcome to our Wi-Fi</title>' };
  await page.route('**/admin/announcements', (route) => route.fulfill(portal));
  await create.click();
  await expect(line).toBeVisible();
  await expect(field).toHaveValue(message);
  expect(await stored(api, message)).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' });
  await expect(row(message)).toHaveCount(1);
  await expect(field).toHaveValue('');
  expect(await stored(api, message)).toHaveLength(1);
});

test('a change whose response was lost is done once', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(cut);
  const message = unique('Off once');
  const { id } = await api(announcementRoutes.create, { message });
  const { line, alert, row } = announcementsScreen(page);
  await page.goto(path);
  const release = await delayRequests(page, each);
  await dropResponses(page, each, 1);
  await row(message).getByRole('button', { name: 'Disable' }).click();
  await expect(line).toBeVisible();
  release();
  await expect(row(message)).toContainText('Inactive');
  await expect(page.getByText('Disabled the announcement')).toBeVisible();
  await expect(line).toBeHidden();
  await expect(alert).toHaveCount(0);
  expect(await stored(api, message)).toMatchObject([{ enabled: false, version: 2 }]);
  expect(await actions(api, id)).toEqual(['create', 'disable']);
});

test('a deletion and its Undo whose responses were lost are done once', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(cut);
  const message = unique('Away once, back once');
  const { id } = await api(announcementRoutes.create, { message });
  const { line, alert, row, dialog, undo } = announcementsScreen(page);
  await page.goto(path);
  await row(message).getByRole('button', { name: 'Delete' }).click();
  const release = await delayRequests(page, each);
  await dropResponses(page, each, 1);
  await dialog.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(line).toBeVisible();
  release();
  await expect(row(message)).toHaveCount(0);
  await expect(page.getByText('Deleted the announcement')).toBeVisible();
  await expect(line).toBeHidden();

  const releaseUndo = await delayRequests(page, '**/admin/operations/*/undo');
  await dropResponses(page, '**/admin/operations/*/undo', 1);
  await undo.click();
  await expect(line).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undoing' })).toHaveAttribute('aria-busy', 'true');
  releaseUndo();
  await expect(row(message)).toHaveCount(1);
  await expect(page.getByText('Restored the announcement')).toBeVisible();
  await expect(line).toBeHidden();
  await expect(alert).toHaveCount(0);
  expect(await stored(api, message)).toMatchObject([{ id }]);
  expect(await actions(api, id)).toEqual(['create', 'delete', 'undo']);
});

test('when a server is away for a while, lists and changes recover automatically', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(cut, /status of 502/);
  const message = unique('Back in a moment');
  await api(announcementRoutes.create, { message });
  const { line, alert, row } = announcementsScreen(page);
  await withoutEarlyCalls(page);
  const release = await delayRequests(page, all);
  await page.route(all, (route) => route.fulfill({ status: 502 }), { times: 2 });
  await page.goto(path);
  await expect(line).toBeVisible();
  release();
  await expect(row(message)).toBeVisible();
  await expect(line).toBeHidden();

  const skipUntil = await skipPauses(page);
  await page.route('**/admin/**', (route) => route.abort('connectionfailed'));
  await row(message).getByRole('button', { name: 'Disable' }).click();
  await expect(line).toBeVisible();
  await page.clock.fastForward(2_000);
  await expect(row(message).getByRole('button', { name: 'Disabling' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await skipUntil(() => expect(row(message)).toContainText('Inactive', now));
  await expect(line).toBeHidden();
  await expect(alert).toHaveCount(0);
  expect(await stored(api, message)).toMatchObject([{ enabled: false, version: 2 }]);
});

test('the page waits for a change that the server is still processing', async ({
  signedIn: page,
  api,
  desk,
  guard,
}) => {
  guard.expectErrors(cut, /status of 409/);
  const { write, create, line, alert, row } = announcementsScreen(page);
  const message = unique('Written slowly');
  await page.goto(path);
  await write(message);
  const other = new pg.Client(desk.database);
  await other.connect();
  // The change waits as long as the test needs, because `pg_try_advisory_lock` has no time limit.
  await other.query(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      WHILE NOT pg_try_advisory_xact_lock_shared(238) LOOP PERFORM pg_sleep(0.01); END LOOP;
      RETURN NULL;
    END $$;
    CREATE TRIGGER wait_for_test BEFORE INSERT ON announcements EXECUTE FUNCTION wait_for_test()`);
  try {
    await other.query('SELECT pg_advisory_lock(238)');
    // The server continues the first try after its connection has broken.
    let first: Promise<unknown> = Promise.resolve();
    await page.route(
      all,
      async (route) => {
        first = route.fetch();
        await route.abort('connectionfailed');
      },
      { times: 1 },
    );
    const refused = page.waitForResponse((response) => response.status() === 409);
    await create.click();
    await refused;
    await expect(line).toBeVisible();
    await other.query('SELECT pg_advisory_unlock(238)');
    await first;
  } finally {
    await other.query('SELECT pg_advisory_unlock_all(); DROP FUNCTION wait_for_test CASCADE');
    await other.end();
  }
  await expect(row(message)).toHaveCount(1);
  await expect(page.getByText('Created the announcement')).toBeVisible();
  await expect(alert).toHaveCount(0);
  expect(await stored(api, message)).toHaveLength(1);
});

test('retries at once when the browser is online again', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(/net::ERR_INTERNET_DISCONNECTED/);
  const { write, create, line, row } = announcementsScreen(page);
  const message = unique('Written in the lift');
  await page.goto(path);
  await expect(page.getByText('No announcements yet')).toBeVisible();
  await write(message);
  await page.clock.install();
  await page.context().setOffline(true);
  await create.click();
  await expect(line).toBeVisible();
  // From here on no pause ends.
  await page.clock.pauseAt(Date.now() + 3_000);
  // A try in progress when the network comes back waits for the next time.
  await expect(async () => {
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await expect.poll(() => stored(api, message), { timeout: 1_000 }).toHaveLength(1);
  }).toPass();
  await page.clock.resume();
  await expect(row(message)).toHaveCount(1);
  await expect(line).toBeHidden();
  expect(await stored(api, message)).toHaveLength(1);
});

test('an expired session is renewed in place, then the same change continues', async ({ page, desk, api, guard }) => {
  guard.expectErrors(cut, /status of 401/);
  const { write, create, line, row } = announcementsScreen(page);
  const message = unique('Signed in twice, written once');
  await openAndSignIn(page, desk);
  await page.goto(path);
  await write(message);
  const release = await delayRequests(page, all);
  await dropResponses(page, all, 1);
  await page.route(all, (route) => route.abort('connectionfailed'), { times: 1 });
  await create.click();
  await expect(line).toBeVisible();
  await endSession(page, desk, 1);
  release();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  await expect(line).toBeHidden();
  await dialog.getByLabel('Password', { exact: true }).fill(desk.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(row(message)).toHaveCount(1);
  expect(await stored(api, message)).toHaveLength(1);
});

test('a pending change of one account is not sent for the next', async ({ page, desk, api, guard }) => {
  guard.expectErrors(cut, /status of 401/);
  const { write, create, line } = announcementsScreen(page);
  const message = unique('Left at sign-out');
  const colleague = await asColleague(desk);
  await page.clock.install();
  await openAndSignIn(page, desk);
  await page.goto(path);
  await write(message);
  await page.route(all, (route) => route.abort('connectionfailed'));
  await create.click();
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await signIn(page, colleague);
  await expect(page.getByText(`Welcome, ${colleague.email}`)).toBeVisible();
  const sent = watchRequests(page);
  await page.unrouteAll({ behavior: 'wait' });
  await page.clock.fastForward(8_000);
  await page.getByRole('link', { name: 'Announcements' }).click();
  await expect(page.getByRole('heading', { name: 'Announcements', level: 1 })).toBeVisible();
  await expect(line).toBeHidden();
  const posted = sent.filter((request) => request.method() === 'POST').map((request) => request.url());
  expect(posted.filter((url) => url.endsWith('/admin/announcements'))).toEqual([]);
  expect(await stored(api, message)).toEqual([]);
});

test('deleting a record that a colleague has already deleted is no failure', async ({
  signedIn: page,
  api,
  addAppUsers,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  const { alert, row, dialog, undo } = announcementsScreen(page);
  const message = unique('Gone before');
  const { id } = await api(announcementRoutes.create, { message });
  await page.goto(path);
  await row(message).getByRole('button', { name: 'Delete' }).click();
  await api(announcementRoutes.remove, { id });
  await dialog.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(page.getByText('The announcement was deleted already')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row(message)).toHaveCount(0);
  await expect(alert).toHaveCount(0);
  await expect(undo).toHaveCount(0);

  const mark = await addAppUsers([{ name: 'Wale Ojo' }]);
  await page.goto(`/admin/desk/users?search=${mark}`);
  await page.getByRole('button', { name: 'Delete Wale Ojo' }).click();
  const [wale] = (await api(userRoutes.list, { search: mark })).users;
  await api(userRoutes.remove, { userId: wale?.id ?? '' });
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('Wale Ojo was deleted already')).toBeVisible();
  await expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible();
});

test('the line hangs over a dialog too, moves nothing, and fits a phone', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(cut);
  const message = unique('Seen on a phone');
  await api(announcementRoutes.create, { message });
  const { line, row, dialog } = announcementsScreen(page);
  await page.setViewportSize(phone);
  await page.goto(path);
  await row(message).scrollIntoViewIfNeeded();
  const before = await boxAtRest(row(message));
  await row(message).getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const release = await delayRequests(page, each);
  await page.route(each, (route) => route.abort('connectionfailed'), { times: 2 });
  await dialog.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(line).toBeVisible();
  await expect(page.getByRole('status').filter({ has: line })).toBeVisible();
  await expectFitsPhone(page);
  expect(await row(message).boundingBox()).toEqual(before);
  release();
  await expect(row(message)).toHaveCount(0);
  await expect(line).toBeHidden();
});
