import { announcements } from '#contract/announcements.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { dropResponses } from '#e2e/support/drop-responses.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { endSession, openAndSignIn, signIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { disableLocks, disableStorage, stallStorage } from '#e2e/support/disable-browser-apis.ts';

const path = '/admin/desk/announcements';
const day = 24 * 60 * 60_000;

test('a closed tab loses nothing; saved, it is not offered again', async ({ signedIn: page }) => {
  const screen = announcementsScreen(page);
  const text = unique('Ẹ káàárọ̀ 👩🏾‍⚕️ ìlera ni ọrọ̀');
  await page.goto(path);
  await expect(screen.kept).toHaveCount(0);
  await screen.field.fill(text);
  await expect(screen.kept).toBeVisible();
  await page.close();

  const later = await page.context().newPage();
  const again = announcementsScreen(later);
  await later.goto(path);
  await expect(again.offer).toHaveText('Unsaved text from a moment ago');
  await expect(again.field).toHaveValue('');
  await later.getByRole('button', { name: `Go on writing “${text}”` }).click();
  await expect(again.field).toHaveValue(text);
  await expect(again.field).toBeFocused();
  await expect(again.preview).toContainText(text);
  await expect(again.offer).toHaveCount(0);
  await again.create.click();
  await expect(again.row(text)).toBeVisible();
  await expect(again.kept).toHaveCount(0);
  await later.reload();
  await expect(again.row(text)).toBeVisible();
  await expect(again.offer).toHaveCount(0);
});

test('what is typed right before a reload is there', async ({ signedIn: page }) => {
  const screen = announcementsScreen(page);
  await page.goto(path);
  await screen.field.focus();
  const text = unique('Typed in one breath');
  await page.keyboard.type(text);
  await page.reload();
  await screen.goOn.click();
  await expect(screen.field).toHaveValue(text);
  await screen.field.fill('');
  await expect(screen.kept).toHaveCount(0);
  await page.reload();
  await expect(screen.create).toBeVisible();
  await expect(screen.offer).toHaveCount(0);
});

test('what is typed before the storage of this device answers is there when the tab is opened again', async ({
  signedIn: page,
}) => {
  const text = unique('Typed before it was open');
  await stallStorage(page);
  await page.goto(path);
  await announcementsScreen(page).field.pressSequentially(text);
  await page.goto('about:blank');
  const later = await page.context().newPage();
  await later.goto(path);
  const screen = announcementsScreen(later);
  await screen.goOn.click();
  await expect(screen.field).toHaveValue(text);
});

test('Cancel and another page leave the text with its row, to go on or to discard', async ({ signedIn: page, api }) => {
  const stored = await api(announcements.create, { message: unique('As it is') });
  const screen = announcementsScreen(page);
  const row = screen.row(stored.message);
  await page.goto(path);
  await row.getByRole('button', { name: 'Edit' }).click();
  const text = unique('As it may be');
  await screen.message.fill(text);
  await screen.cancel.click();
  await expect(row).toContainText('Unsaved text from a moment ago');
  await row.getByRole('button', { name: `Go on writing “${text}”` }).click();
  await expect(screen.message).toHaveValue(text);
  await expect(screen.message).toBeFocused();
  await expect(screen.offer).toHaveCount(0);

  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Announcements' }).click();
  await row.getByRole('button', { name: 'Discard' }).click();
  await expect(screen.offer).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Disable' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo: Discarded the unsaved text' }).click();
  await row.getByRole('button', { name: 'Go on writing' }).click();
  await expect(screen.message).toHaveValue(text);
  await screen.save.click();
  await expect(screen.editor).toBeHidden();
  await expect(screen.row(text)).toBeVisible();
  await expect(screen.offer).toHaveCount(0);
});

test('an editor offers earlier text too, and what is typed by then is not lost for it', async ({
  signedIn: page,
  api,
}) => {
  const stored = await api(announcements.create, { message: unique('Stored') });
  const screen = announcementsScreen(page);
  await page.goto(path);
  const row = screen.row(stored.message);
  await row.getByRole('button', { name: 'Edit' }).click();
  const [first, second] = [unique('The first text'), unique('The second text')];
  await screen.message.fill(first);
  await screen.cancel.click();
  await row.getByRole('button', { name: 'Edit' }).click();
  await expect(screen.message).toHaveValue(stored.message);
  await screen.message.fill(second);
  await screen.editor.getByRole('button', { name: `Go on writing “${first}”` }).click();
  await expect(screen.message).toHaveValue(first);
  await screen.editor.getByRole('button', { name: `Go on writing “${second}”` }).click();
  await expect(screen.message).toHaveValue(second);
  await expect(screen.editor.getByRole('button', { name: `Go on writing “${first}”` })).toBeVisible();
});

test('its age is told in plain words; after 30 days it is gone', async ({ signedIn: page }) => {
  const screen = announcementsScreen(page);
  await page.clock.setFixedTime('2026-11-21T20:40:00.000Z');
  await page.goto(path);
  await screen.field.fill(unique('Some time ago'));
  await expect(page.getByText('Kept on this device, 21:40')).toBeVisible();
  const wrote = Date.parse('2026-11-21T20:40:00.000Z');
  for (const [passed, words] of [
    [12 * 60_000, '12 minutes ago'],
    [2 * 60 * 60_000, 'today, 21:40'],
    [3 * 60 * 60_000, 'yesterday, 21:40'],
    [29 * day, 'Nov 21, 2026, 21:40'],
  ] as const) {
    await page.clock.setFixedTime(wrote + passed);
    await page.reload();
    await expect(screen.offer).toHaveText(`Unsaved text from ${words}`);
  }
  await page.clock.setFixedTime(wrote + 31 * day);
  await page.reload();
  await expect(screen.create).toBeVisible();
  await expect(screen.offer).toHaveCount(0);
});

test('without a connection it is kept all the same', async ({ signedIn: page, guard }) => {
  guard.expectErrors(/net::ERR_INTERNET_DISCONNECTED/);
  const screen = announcementsScreen(page);
  await page.goto(path);
  await page.context().setOffline(true);
  const text = unique('Written on the road');
  await screen.field.fill(text);
  await expect(screen.kept).toBeVisible();
  await page.close();
  const later = await page.context().newPage();
  await later.context().setOffline(false);
  await later.goto(path);
  await announcementsScreen(later).goOn.click();
  await expect(announcementsScreen(later).field).toHaveValue(text);
});

test('a session that ended: after signing in again the save goes through, in place and in a new tab', async ({
  page,
  context,
  desk,
  guard,
}) => {
  guard.expectErrors(/status of 401/);
  await openAndSignIn(page, desk);
  await page.goto(path);
  const screen = announcementsScreen(page);
  const [inPlace, later] = [unique('Saved in place'), unique('Saved later')];
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await screen.field.fill(inPlace);
  await endSession(page, desk);
  await screen.create.click();
  await again.getByLabel('Password', { exact: true }).fill(desk.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(screen.row(inPlace)).toBeVisible();

  await screen.field.fill(later);
  await endSession(page, desk);
  await screen.create.click();
  await expect(again).toBeVisible();
  await page.close();
  const tab = await context.newPage();
  await tab.goto(path);
  await signIn(tab, desk);
  const next = announcementsScreen(tab);
  await next.goOn.click();
  await next.create.click();
  await expect(next.row(later)).toBeVisible();
  await expect(next.offer).toHaveCount(0);
});

test('two tabs keep their texts apart and know of each other', async ({ signedIn: page }) => {
  const other = await page.context().newPage();
  const [here, there] = [announcementsScreen(page), announcementsScreen(other)];
  const also = 'You are also writing this in another tab.';
  const [mine, theirs] = [unique('In the first tab'), unique('In the second tab')];
  await page.goto(path);
  await other.goto(path);
  await here.field.fill(mine);
  await expect(other.getByText(also)).toBeVisible();
  await there.field.fill(theirs);
  await expect(page.getByText(also)).toBeVisible();
  await expect(here.offer).toHaveCount(0);
  await expect(there.offer).toHaveCount(0);

  // A tab that is opened while they are written offers neither.
  const third = await page.context().newPage();
  await third.goto(path);
  await expect(third.getByText(also)).toBeVisible();
  await expect(announcementsScreen(third).offer).toHaveCount(0);
  await third.close();

  await other.close();
  await expect(page.getByText(also)).toHaveCount(0);
  await expect(here.goOn).toHaveAccessibleName(`Go on writing “${theirs}”`);
  await expect(here.field).toHaveValue(mine);
  await here.create.click();
  await expect(here.row(mine)).toBeVisible();
  await here.goOn.click();
  await here.create.click();
  await expect(here.row(theirs)).toBeVisible();
  await expect(here.offer).toHaveCount(0);
});

test('saved or discarded in one tab, it is gone in the others', async ({ signedIn: page, api }) => {
  const stored = await api(announcements.create, { message: unique('In two tabs') });
  const other = await page.context().newPage();
  const [here, there] = [announcementsScreen(page), announcementsScreen(other)];
  await page.goto(path);
  await other.goto(path);
  await here.row(stored.message).getByRole('button', { name: 'Edit' }).click();
  await here.message.fill(unique('Left behind'));
  await here.cancel.click();
  await expect(there.row(stored.message)).toContainText('Unsaved text');
  await there.row(stored.message).getByRole('button', { name: 'Go on writing' }).click();
  await expect(here.offer).toHaveCount(0);
  const text = unique('Finished in the other tab');
  await there.message.fill(text);
  await there.cancel.click();
  await here.discard.click();
  await expect(here.offer).toHaveCount(0);
  await expect(there.offer).toHaveCount(0);
});

test('a tab that crashes has its text offered in the others', async ({ signedIn: page }) => {
  const other = await page.context().newPage();
  await page.goto(path);
  await other.goto(path);
  const text = unique('Written in a tab that crashes');
  await announcementsScreen(other).field.fill(text);
  await expect(page.getByText('You are also writing this in another tab.')).toBeVisible();
  const crashed = other.waitForEvent('crash');
  const session = await page.context().newCDPSession(other);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await announcementsScreen(page).goOn.click();
  await expect(announcementsScreen(page).field).toHaveValue(text);
  await other.close();
});

test('another account at the same browser never sees it', async ({ page, desk }) => {
  const screen = announcementsScreen(page);
  const text = unique('Nobody else’s business');
  const logOut = async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  };
  await openAndSignIn(page, desk);
  await page.goto(path);
  await screen.field.fill(text);
  await logOut();
  await signIn(page, await asColleague(desk));
  await expect(screen.create).toBeVisible();
  const own = unique('A colleague’s own text');
  await screen.field.fill(own);
  await expect(screen.kept).toBeVisible();
  await page.reload();
  await expect(screen.goOn).toHaveAccessibleName(`Go on writing “${own}”`);
  await screen.discard.click();
  await logOut();
  await signIn(page, desk);
  await expect(screen.goOn).toHaveAccessibleName(`Go on writing “${text}”`);
});

test('based on an older version it is merged or asked about, never put over the others’ work', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 412/);
  const stored = await api(announcements.create, { message: unique('Days ago') });
  const screen = announcementsScreen(page);
  const text = unique('Written days ago');
  await page.goto(path);
  await screen.row(stored.message).getByRole('button', { name: 'Edit' }).click();
  await screen.message.fill(text);
  await screen.cancel.click();
  const newer = unique('Saved since');
  await api(announcements.update, { id: stored.id, message: newer, enabled: false });
  await page.reload();
  await screen.row(newer).getByRole('button', { name: 'Go on writing' }).click();
  await expect(screen.message).toHaveValue(text);
  await screen.save.click();
  await expect(screen.choice(/^Saved/)).toHaveAccessibleDescription(newer);
  await screen.choice('This one').check();
  await screen.saveThis.click();
  await expect(screen.row(text)).toContainText('Inactive');
});

test('what it is about was deleted: the text is offered for a new one', async ({ signedIn: page, api }) => {
  const stored = await api(announcements.create, { message: unique('Deleted meanwhile') });
  const screen = announcementsScreen(page);
  const text = unique('Worth keeping');
  await page.goto(path);
  await screen.row(stored.message).getByRole('button', { name: 'Edit' }).click();
  await screen.message.fill(text);
  await screen.cancel.click();
  await api(announcements.remove, { id: stored.id });
  await page.reload();
  await expect(screen.offer).toHaveText('Unsaved text of a deleted announcement, from a moment ago');
  await screen.goOn.click();
  await expect(screen.field).toHaveValue(text);
  await screen.create.click();
  await expect(screen.row(text)).toBeVisible();
  await expect(screen.offer).toHaveCount(0);
});

test('deleted by somebody else under the open editor: a new one can be made of the text', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  const stored = await api(announcements.create, { message: unique('Deleted under me'), enabled: false });
  const screen = announcementsScreen(page);
  const text = unique('Still wanted');
  await page.goto(path);
  await screen.row(stored.message).getByRole('button', { name: 'Edit' }).click();
  await screen.message.fill(text);
  await api(announcements.remove, { id: stored.id });
  await screen.save.click();
  await expect(screen.editor).toContainText('Somebody deleted it while you were writing. Nothing was saved.');
  await expect(screen.save).toHaveCount(0);
  await screen.editor.getByRole('button', { name: 'Take it to a new announcement' }).click();
  await expect(screen.editor).toBeHidden();
  await expect(screen.field).toBeFocused();
  await expect(screen.offer).toHaveText('Unsaved text of a deleted announcement, from a moment ago');
  await screen.goOn.click();
  await screen.create.click();
  await expect(screen.row(text)).toBeVisible();
  await expect(screen.offer).toHaveCount(0);
});

test('deleted by somebody else and brought back from the bin: the text goes on where it was', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 404/);
  const stored = await api(announcements.create, { message: unique('Deleted too early') });
  const screen = announcementsScreen(page);
  const text = unique('Better words');
  await page.goto(path);
  await screen.row(stored.message).getByRole('button', { name: 'Edit' }).click();
  await screen.message.fill(text);
  await api(announcements.remove, { id: stored.id });
  await screen.save.click();
  await screen.editor.getByRole('link', { name: 'bin' }).click();
  await page.getByRole('button', { name: `Restore “${stored.message}”` }).click();
  await expect(page.getByText(/^Restored/)).toBeVisible();
  await page.getByRole('link', { name: 'Announcements' }).click();
  await screen.row(stored.message).getByRole('button', { name: 'Go on writing' }).click();
  await screen.save.click();
  await expect(screen.editor).toBeHidden();
  await expect(screen.row(text)).toBeVisible();
  const { announcements: all } = await api(announcements.list, {});
  expect(all.find(({ id }) => id === stored.id)?.message).toBe(text);
});

test('saved, but the answer never came and the tab was closed: it is not made twice', async ({
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
  await screen.create.click();
  await sent;
  await page.close();
  const later = await page.context().newPage();
  await later.goto(path);
  const again = announcementsScreen(later);
  await again.goOn.click();
  const repeated = later.waitForRequest((request) => request.method() === 'POST');
  await again.create.click();
  expect((await repeated).headers()['idempotency-key']).toBe(asked[0]?.headers()['idempotency-key']);
  await expect(again.field).toHaveValue('');
  const { announcements: all } = await api(announcements.list, {});
  expect(all.filter(({ message }) => message === text)).toHaveLength(1);
});

test('sent in vain and taken up a day later: it goes with a key that the server has not forgotten', async ({
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
  await announcementsScreen(page).create.click();
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
  await again.create.click();
  expect((await sent).headers()['idempotency-key']).not.toBe(key);
  await expect(again.row(text)).toBeVisible();
});

test('an edit that was saved although nobody heard of it is not offered', async ({ signedIn: page, api }) => {
  const stored = await api(announcements.create, { message: unique('Before') });
  const screen = announcementsScreen(page);
  const text = unique('After');
  await page.goto(path);
  await screen.row(stored.message).getByRole('button', { name: 'Edit' }).click();
  await screen.message.fill(text);
  await screen.cancel.click();
  await expect(screen.offer).toBeVisible();
  await api(announcements.update, { id: stored.id, message: text });
  await page.reload();
  await expect(screen.row(text)).toBeVisible();
  await expect(screen.offer).toHaveCount(0);
});

test('with storage switched off all works, and it says that nothing is kept', async ({ page, desk, guard }) => {
  // Whether somebody has signed in before is not known then.
  guard.expectErrors(/status of 401/);
  await disableStorage(page);
  await openAndSignIn(page, desk);
  await page.getByRole('link', { name: 'Announcements' }).click();
  const screen = announcementsScreen(page);
  const text = unique('Not kept anywhere');
  await screen.field.fill(text);
  await expect(page.getByText('Not kept on this device until you save')).toBeVisible();
  await screen.create.click();
  await expect(screen.row(text)).toBeVisible();
});

test('tabs that cannot see what the others write offer everything, and lose nothing', async ({
  page,
  context,
  desk,
}) => {
  await disableLocks(page);
  await openAndSignIn(page, desk);
  await page.goto(path);
  const screen = announcementsScreen(page);
  const text = unique('Alone');
  await screen.field.fill(text);
  await expect(screen.kept).toBeVisible();
  const other = await context.newPage();
  await disableLocks(other);
  await other.goto(path);
  await announcementsScreen(other).goOn.click();
  await expect(announcementsScreen(other).field).toHaveValue(text);
  await expect(screen.field).toHaveValue(text);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({ viewport: phone, colorScheme });

    test('the offer fits, reads well and works from the keyboard', async ({ signedIn: page, api }) => {
      const stored = await api(announcements.create, { message: unique('On a phone') });
      const screen = announcementsScreen(page);
      await page.goto(path);
      const row = screen.row(stored.message);
      await row.getByRole('button', { name: 'Actions for' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await screen.message.fill('anextremelylongwordthatdoesnotfitonasmallphone'.repeat(3));
      await expect(screen.kept).toBeVisible();
      await expectFitsPhone(page);
      await expectAccessible(page);
      await screen.cancel.click();
      await expect(screen.goOn).toBeVisible();
      await expectFitsPhone(page);
      await expectAccessible(page);
      await screen.goOn.focus();
      await page.keyboard.press('Enter');
      await expect(screen.message).toBeFocused();
    });
  });
}
