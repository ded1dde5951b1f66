import { announcementRoutes } from '#contract/announcements.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { crash } from '#e2e/support/crash.ts';
import { expect, test } from '#e2e/support/test.ts';
import { disableLocks, stallStorage } from '#e2e/support/disable-browser-apis.ts';

const path = '/admin/desk/announcements';

test('a closed tab loses no text, and saved text is not offered again', async ({ signedIn: page }) => {
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
  await expect(again.offer).toHaveText('Unsaved draft from a moment ago');
  await expect(again.field).toHaveValue('');
  await later.getByRole('button', { name: `Continue editing “${text}”` }).click();
  await expect(again.field).toHaveValue(text);
  await expect(again.field).toBeFocused();
  await expect(again.preview).toContainText(text);
  await expect(again.offer).toHaveCount(0);
  await again.publish();
  await expect(again.row(text)).toBeVisible();
  await expect(again.kept).toHaveCount(0);
  await later.reload();
  await expect(again.row(text)).toBeVisible();
  await expect(again.offer).toHaveCount(0);
});

test('text that was typed right before a reload is still there', async ({ signedIn: page }) => {
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

test('text typed before the storage of this device responded is in the next tab', async ({ signedIn: page }) => {
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

test('two tabs have separate drafts and know of each other', async ({ signedIn: page }) => {
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

  // A tab opened while both drafts are being written offers neither.
  const third = await page.context().newPage();
  await third.goto(path);
  await expect(third.getByText(also)).toBeVisible();
  await expect(announcementsScreen(third).offer).toHaveCount(0);
  await third.close();

  await other.close();
  await expect(page.getByText(also)).toHaveCount(0);
  await expect(here.goOn).toHaveAccessibleName(`Continue editing “${theirs}”`);
  await expect(here.field).toHaveValue(mine);
  await here.publish();
  await expect(here.row(mine)).toBeVisible();
  await here.goOn.click();
  await here.publish();
  await expect(here.row(theirs)).toBeVisible();
  await expect(here.offer).toHaveCount(0);
});

test('a draft saved or discarded in one tab disappears in the others', async ({ signedIn: page, api }) => {
  const stored = await api(announcementRoutes.create, { message: unique('In two tabs') });
  const other = await page.context().newPage();
  const [here, there] = [announcementsScreen(page), announcementsScreen(other)];
  await page.goto(path);
  await other.goto(path);
  await here.row(stored.message).getByRole('button', { name: /^Edit/ }).click();
  await here.message.fill(unique('Left behind'));
  await here.cancel.click();
  await expect(there.row(stored.message)).toContainText('Unsaved draft');
  await there.row(stored.message).getByRole('button', { name: 'Continue editing' }).click();
  await expect(here.offer).toHaveCount(0);
  const text = unique('Finished in the other tab');
  await there.message.fill(text);
  await there.cancel.click();
  await here.discard.click();
  await expect(here.offer).toHaveCount(0);
  await expect(there.offer).toHaveCount(0);
});

test('the text of a crashed tab is offered in the others', async ({ signedIn: page }) => {
  const other = await page.context().newPage();
  await page.goto(path);
  await other.goto(path);
  const text = unique('Written in a tab that crashes');
  await announcementsScreen(other).field.fill(text);
  await expect(page.getByText('You are also writing this in another tab.')).toBeVisible();
  await crash(other);
  await announcementsScreen(page).goOn.click();
  await expect(announcementsScreen(page).field).toHaveValue(text);
  await other.close();
});

test('tabs that cannot see each other offer all drafts, and lose none', async ({ page, context, desk }) => {
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

test('a save does not wait for storage that never responds', async ({ signedIn: page, api }) => {
  await stallStorage(page);
  const screen = announcementsScreen(page);
  const text = unique('Storage has stalled');
  await page.goto(screen.path);
  await screen.write(text);
  await screen.create.click();
  await expect(screen.row(text)).toBeVisible();
  expect((await api(announcementRoutes.list, {})).announcements.map(({ message }) => message)).toEqual([text]);
});

test('text typed while the storage never responds survives a crash', async ({ signedIn: page }) => {
  const [text, other] = [unique('Storage has stalled'), await page.context().newPage()];
  await stallStorage(other);
  await other.goto(path);
  await announcementsScreen(other).field.fill(text);
  await expect(announcementsScreen(other).kept).toBeVisible();
  await crash(other);
  await other.close();
  const screen = announcementsScreen(page);
  await page.goto(path);
  await screen.goOn.click();
  await expect(screen.field).toHaveValue(text);
});
