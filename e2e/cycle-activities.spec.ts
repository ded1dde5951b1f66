import { cycleApi } from '#contract/cycle.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { stopClock } from '#e2e/support/skip-pauses.ts';
import { boxAtRest, desktop, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

const path = '/admin/desk/cycle/activities';

test('the editor of an activity loads without layout shift, on a phone too', async ({ signedIn: page, api }) => {
  const richContent = `<h2>Ten minutes</h2>${'<p>Slowly, and with a friend where you can.</p><ul><li><p>Water</p></li></ul>'.repeat(6)}`;
  const { id } = await api(cycleApi.activities.create, { phase: 'luteal', name: 'A slow walk', richContent });
  const { form, field } = entityScreen(page, 'activity');
  const editors = '**/assets/rich-text-*.js';
  for (const window of [desktop, phone]) {
    await page.setViewportSize(window);
    const release = await delayRequests(page, editors);
    await page.goto(`${path}?phase=luteal&activity=${id}&form=edit`);
    await expect(form.getByText('Loading the editor')).toBeAttached();
    const place = await boxAtRest(field('Plain text'), 1);
    release();
    await expect(form.getByRole('toolbar')).toBeVisible();
    expect(await boxAtRest(field('Plain text'))).toEqual(place);
    await page.unroute(editors);
  }
});

test('an activity is added with an app icon or an emoji, shown as in the app, deleted and undone', async ({
  signedIn: page,
  api,
}) => {
  const { form, field, save, row, link, panel } = entityScreen(page, 'activity');
  await page.goto(path);
  await page.getByRole('navigation', { name: 'Phase' }).getByRole('link', { name: 'Luteal' }).click();
  await expect(page).toHaveURL(`${path}?phase=luteal`);
  await page.getByRole('button', { name: 'Add activity' }).click();
  await field('Name').fill('Sleep early');
  await form.getByRole('radio', { name: 'moon' }).check();
  await expect(form.getByRole('figure')).toContainText('Sleep early');
  await form.getByRole('textbox', { name: 'Rich text' }).click();
  await page.keyboard.type('Go to bed at ten');
  await save.click();
  await expect(form).toBeHidden();
  await row('Sleep early').getByRole('button', { name: /^Edit/ }).click();
  await field('Or an emoji').fill('two words');
  await save.click();
  await expect(field('Or an emoji')).toHaveAccessibleDescription(/or one emoji/);
  await field('Or an emoji').fill('🌙');
  await form.getByRole('radio', { name: 'Menstrual' }).check();
  await save.click();
  // The page follows a record that was moved to another phase.
  await expect(page).toHaveURL(/phase=menstrual/);
  await expect(panel.getByRole('figure')).toContainText('🌙');
  await expect(panel.getByRole('paragraph').filter({ hasText: 'Go to bed at ten' })).toBeVisible();
  expect((await api(cycleApi.activities.list, { phase: 'menstrual' })).activities).toMatchObject([
    { name: 'Sleep early', icon: '🌙', iconType: 'emoji', richContent: '<p>Go to bed at ten</p>' },
  ]);
  await row('Sleep early').getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect(row('Sleep early')).toContainText('Inactive');
  await row('Sleep early').getByRole('button', { name: 'Delete Sleep early' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete activity' }).click();
  await expect(link('Sleep early')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo: Deleted the activity' }).click();
  await expect(row('Sleep early')).toContainText('Inactive');
});

test('activities that cannot be loaded say why, with details to copy and Retry', async ({ signedIn: page, guard }) => {
  guard.expectErrors(/status of 500/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route('**/phases/menstrual/activities', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { detail: 'The database is away.', code: 'internal', status: 500, requestId: 'abc-123' },
    }),
  );
  await page.clock.install();
  await page.goto(path);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to fetch activities: 500 The database is away.');
  // The button shows the confirmation for two seconds.
  await stopClock(page);
  await alert.getByRole('button', { name: 'Copy' }).click();
  await expect(alert.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.clock.resume();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^Request: abc-123\nStatus: 500\nPath: \/admin\/cycle\/phases\/menstrual\/activities\nTime: \d{4}-\d\d-\d\dT[\d:.]+Z$/,
  );
  await expectAccessibleInBoth(page);
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No activities yet' })).toBeVisible();
});

test('a link from the log leads to an activity in its phase, and to the history of one that was deleted', async ({
  signedIn: page,
  api,
}) => {
  const screen = entityScreen(page, 'activity');
  const { id } = await api(cycleApi.activities.create, { phase: 'luteal', name: 'A warm bath' });
  await page.goto(`${path}?phase=menstrual&activity=${id}`);
  await expect(screen.row('A warm bath')).toBeVisible();
  await expect(page).toHaveURL(`${path}?phase=luteal&activity=${id}`);
  await api(cycleApi.activities.remove, { id });
  await page.goto('/admin/desk/activity');
  await page.getByRole('link', { name: 'History of “A warm bath”' }).first().click();
  await expect(page).toHaveURL(`${path}?history=${id}&phase=luteal`);
  const history = page.getByRole('complementary', { name: /^History/ });
  await expect(history.getByRole('list', { name: 'Versions' })).toContainText('Created');
});
