import type { Page } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { historyRoutes } from '#contract/history.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { callsAsStaff, type Call } from '#e2e/support/calls.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test as plain } from '#e2e/support/test.ts';
import { expectAccessible } from '#e2e/support/axe.ts';

/** The API calls of a colleague, Bola Ige. */
const test = plain.extend<{ bola: Call }>({
  bola: async ({ desk }, provide) => provide(await callsAsStaff(await asColleague(desk))),
});

test.beforeEach(({ guard }) => guard.expectErrors(/status of 412/));

/** Edits an announcement while a colleague saves another text, then saves: a conflict. */
async function clash(page: Page, { api, bola }: { api: Call; bola: Call }) {
  const stored = await api(announcementRoutes.create, { message: unique('Clinics open at eight') });
  const [mine, theirs] = [unique('Clinics open at nine'), unique('Clinics open at ten')];
  const screen = announcementsScreen(page);
  await page.goto(screen.path);
  await screen
    .row(stored.message)
    .getByRole('button', { name: /^(Edit|Actions for)/ })
    .click();
  // On a phone the actions are in a menu.
  if (page.viewportSize()?.width === phone.width) await page.getByRole('menuitem', { name: 'Edit' }).click();
  await screen.message.fill(mine);
  await bola(announcementRoutes.update, { id: stored.id, message: theirs });
  await screen.save.click();
  await expect(screen.dialog).toHaveAccessibleName(
    'Bola Ige saved changes to this announcement while you were editing',
  );
  return { screen, stored, mine, theirs };
}

const messageOf = async (api: Call, id: string) =>
  (await api(announcementRoutes.list, {})).announcements.find((one) => one.id === id)?.message;

test('two people save the same field: both texts are shown, and theirs stays in History', async ({
  signedIn: page,
  browser,
  desk,
  api,
  guard,
}) => {
  const stored = await api(announcementRoutes.create, { message: unique('First words') });
  const other = await browser.newContext();
  await guard.over(other);
  const theirPage = await other.newPage();
  await openAndSignIn(theirPage, await asColleague(desk));
  const [mine, theirs] = [announcementsScreen(page), announcementsScreen(theirPage)];
  const texts = { mine: unique('What I wrote'), theirs: unique('What Bola wrote') };
  for (const [tab, screen] of [[page, mine] as const, [theirPage, theirs] as const]) {
    await tab.goto(`${desk.address}${screen.path}`);
    await screen.row(stored.message).getByRole('button', { name: /^Edit/ }).click();
  }
  await mine.message.fill(texts.mine);
  await theirs.message.fill(texts.theirs);
  await theirs.save.click();
  await expect(theirs.row(texts.theirs)).toBeVisible();

  await mine.save.click();
  await expect(mine.dialog).toHaveAccessibleName('Bola Ige saved changes to this announcement while you were editing');
  await expect(mine.dialog).toHaveAccessibleDescription(
    'One text differs. Choose one of the two, or write your own. Their version stays in History whatever you choose.',
  );
  await expect(mine.choice('Mine not saved yet')).toHaveAccessibleDescription(texts.mine);
  await expect(mine.choice(/^Theirs Bola Ige, \d{1,2}:\d{2}$/)).toHaveAccessibleDescription(texts.theirs);
  await expect(mine.saveThis).toBeDisabled();
  expect(await messageOf(api, stored.id)).toBe(texts.theirs);
  await mine.choice('Mine').check();
  await mine.saveThis.click();
  await expect(mine.editor).toBeHidden();
  await expect(mine.row(texts.mine).getByRole('button', { name: /^Edit/ })).toBeFocused();
  const { revisions } = await api(historyRoutes.revisions, { kind: 'announcement', id: stored.id });
  expect(revisions.map(({ data }) => data?.message)).toEqual([texts.mine, texts.theirs, stored.message]);
  await other.close();
});

test('the words that differ are marked', async ({ signedIn: page, api, bola }) => {
  const { screen } = await clash(page, { api, bola });
  await expect(screen.dialog.locator('mark').first()).toHaveText(/^nine/);
  await expect(screen.dialog.locator('mark').last()).toHaveText(/^ten/);
});

test('choosing theirs saves nothing of mine, and keeps my text until it is discarded', async ({
  signedIn: page,
  api,
  bola,
}) => {
  const { screen, stored, theirs } = await clash(page, { api, bola });
  await screen.dialog.getByRole('button', { name: 'Use all of theirs' }).click();
  await expect(screen.editor).toBeHidden();
  await expect(screen.row(theirs).getByRole('button', { name: /^Edit/ })).toBeFocused();
  expect(await messageOf(api, stored.id)).toBe(theirs);
  await expect(screen.row(theirs).getByText(/^Unsaved draft/)).toBeVisible();
  await screen.discard.click();
  await expect(screen.offer).toHaveCount(0);
});

test('choosing theirs for the only field counts as choosing theirs', async ({ signedIn: page, api, bola }) => {
  const { screen, stored, theirs } = await clash(page, { api, bola });
  await screen.choice('Theirs').check();
  await screen.saveThis.click();
  await expect(screen.row(theirs)).toBeVisible();
  await expect(screen.editor).toBeHidden();
  expect(await messageOf(api, stored.id)).toBe(theirs);
});

test('a combined text: validated by the rules of the field, with a way back to the choice', async ({
  signedIn: page,
  api,
  bola,
}) => {
  const { screen, stored, mine } = await clash(page, { api, bola });
  await screen.dialog.getByRole('button', { name: 'Edit Message' }).click();
  const own = screen.dialog.getByRole('textbox', { name: 'Message, your own version' });
  await expect(own).toBeFocused();
  await expect(own).toHaveValue(mine);
  await expect(screen.choice('Edit')).toBeChecked();
  await own.fill('ọ'.repeat(2001));
  await expect(screen.dialog.getByText('2,001 of 2,000, 1 too many')).toBeVisible();
  await screen.saveThis.click();
  await expect(own).toHaveAccessibleDescription('Message can have at most 2,000 characters');
  await expect(own).toBeFocused();

  const between = unique('Clinics open at nine, some at ten');
  await own.fill(between);
  await screen.dialog.getByRole('button', { name: 'Choose instead: Message' }).click();
  await expect(own).toBeHidden();
  await expect(screen.choice('Mine')).toBeFocused();
  await expect(screen.saveThis).toBeDisabled();
  await screen.dialog.getByRole('button', { name: 'Edit Message' }).click();
  await expect(own).toHaveValue(between);
  await screen.saveThis.click();
  await expect(screen.row(between)).toBeVisible();
  expect(await messageOf(api, stored.id)).toBe(between);
});

test('back to writing keeps the text and the combined text', async ({ signedIn: page, api, bola }) => {
  const { screen, stored, mine, theirs } = await clash(page, { api, bola });
  await screen.dialog.getByRole('button', { name: 'Edit Message' }).click();
  const own = screen.dialog.getByRole('textbox', { name: 'Message, your own version' });
  const between = unique('Between the two');
  await own.fill(between);
  await page.keyboard.press('Escape');
  await expect(screen.dialog).toBeHidden();
  await expect(screen.save).toBeFocused();
  await expect(screen.message).toHaveValue(mine);
  expect(await messageOf(api, stored.id)).toBe(theirs);
  await screen.save.click();
  await expect(own).toHaveValue(between);
  await expect(screen.saveThis).toBeDisabled();

  // The text is part of the draft, so a closed tab does not lose it.
  await page.goto(screen.path);
  await screen.row(theirs).getByRole('button', { name: 'Continue editing' }).click();
  await expect(screen.message).toHaveValue(mine);
  await screen.save.click();
  await expect(own).toHaveValue(between);
  await screen.choice('Edit').check();
  await screen.saveThis.click();
  await expect(screen.row(between)).toBeVisible();
});

test('a second save by them shows the newer text and asks again', async ({ signedIn: page, api, bola }) => {
  const { screen, stored, mine } = await clash(page, { api, bola });
  await screen.choice('Mine').check();
  const newer = unique('Clinics open at noon');
  await bola(announcementRoutes.update, { id: stored.id, message: newer });
  await screen.saveThis.click();
  await expect(screen.choice('Theirs')).toHaveAccessibleDescription(newer);
  await expect(screen.choice('Mine')).not.toBeChecked();
  await expect(screen.saveThis).toBeDisabled();
  expect(await messageOf(api, stored.id)).toBe(newer);
  await screen.choice('Mine').check();
  await screen.saveThis.click();
  await expect(screen.row(mine)).toBeVisible();
  expect(await messageOf(api, stored.id)).toBe(mine);
});

test('other fields merge without a question, and only changed fields are sent', async ({
  signedIn: page,
  api,
  bola,
}) => {
  const stored = await api(announcementRoutes.create, { message: unique('Merged') });
  const screen = announcementsScreen(page);
  await page.goto(screen.path);
  await screen.row(stored.message).getByRole('button', { name: /^Edit/ }).click();
  const mine = unique('Merged with what Bola did');
  await screen.message.fill(mine);
  await bola(announcementRoutes.update, { id: stored.id, enabled: false });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await screen.save.click();
  expect((await sent).postDataJSON()).toEqual({ message: mine });
  expect((await sent).headers()['if-match']).toBe('"1"');
  await expect(screen.row(mine)).toContainText('Inactive');
});

test('the question names the fields without a conflict', async ({ signedIn: page, api, bola }) => {
  const stored = await api(announcementRoutes.create, { message: unique('Both changed') });
  const screen = announcementsScreen(page);
  await page.goto(screen.path);
  await screen.row(stored.message).getByRole('button', { name: /^Edit/ }).click();
  const mine = unique('My words');
  await screen.message.fill(mine);
  await bola(announcementRoutes.update, { id: stored.id, message: unique('Their words'), enabled: false });
  await screen.save.click();
  await expect(screen.dialog).toContainText('Bola Ige also changed Status. This doesn’t conflict and is kept.');
  await screen.choice('Mine').check();
  await screen.saveThis.click();
  await expect(screen.row(mine)).toContainText('Inactive');
});

test('an editor without typed text follows the stored value', async ({ signedIn: page, api, bola }) => {
  const stored = await api(announcementRoutes.create, { message: unique('Untouched') });
  const screen = announcementsScreen(page);
  await page.goto(screen.path);
  await screen.row(stored.message).getByRole('button', { name: /^Edit/ }).click();
  const theirs = unique('Their words');
  await bola(announcementRoutes.update, { id: stored.id, message: theirs });
  // Any change here reloads the list.
  await screen.field.fill(unique('Something else'));
  await screen.publish();
  await expect(screen.message).toHaveValue(theirs);
  const mine = unique('My words over theirs');
  await screen.message.fill(mine);
  await screen.save.click();
  await expect(screen.row(mine)).toBeVisible();
  expect(await messageOf(api, stored.id)).toBe(mine);
});

test('a failure in the question stays there, and the save goes through afterwards', async ({
  signedIn: page,
  api,
  bola,
  guard,
}) => {
  guard.expectErrors(/status of 500/);
  const { screen, stored, mine } = await clash(page, { api, bola });
  await screen.choice('Mine').check();
  await page.route('**/admin/announcements/*', (route) => route.fulfill({ status: 500 }));
  await screen.saveThis.click();
  await expect(screen.dialog.getByRole('alert')).toContainText('Failed to update announcement');
  await expect(screen.choice('Mine')).toBeChecked();
  await page.unrouteAll();
  await screen.saveThis.click();
  await expect(screen.row(mine)).toBeVisible();
  expect(await messageOf(api, stored.id)).toBe(mine);
});

test('a conflict with one’s own session says so', async ({ signedIn: page, api }) => {
  const stored = await api(announcementRoutes.create, { message: unique('First words') });
  const screen = announcementsScreen(page);
  await page.goto(screen.path);
  await screen.row(stored.message).getByRole('button', { name: /^Edit/ }).click();
  await screen.message.fill(unique('From here'));
  const elsewhere = unique('From my phone');
  await api(announcementRoutes.update, { id: stored.id, message: elsewhere });
  await screen.save.click();
  await expect(screen.dialog).toHaveAccessibleName(
    'You saved changes to this announcement elsewhere while you were editing',
  );
  await expect(screen.choice(/^Saved/)).toHaveAccessibleDescription(elsewhere);
  await screen.dialog.getByRole('button', { name: 'Use the saved version' }).click();
  await expect(screen.row(elsewhere)).toBeVisible();
});

test('a conflict is resolved with the keyboard alone', async ({ signedIn: page, api, bola }) => {
  const stored = await api(announcementRoutes.create, { message: unique('Typed') });
  const screen = announcementsScreen(page);
  await page.goto(screen.path);
  await tabTo(page, screen.row(stored.message).getByRole('button', { name: /^Edit/ }));
  await page.keyboard.press('Enter');
  await expect(screen.message).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' here');
  await bola(announcementRoutes.update, { id: stored.id, message: unique('Typed there') });
  await tabTo(page, screen.save);
  await page.keyboard.press('Enter');
  await expect(screen.choice('Mine')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(screen.choice('Theirs')).toBeChecked();
  await tabTo(page, screen.dialog.getByRole('button', { name: 'Edit Message' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const own = screen.dialog.getByRole('textbox', { name: 'Message, your own version' });
  await expect(own).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(', both');
  const between = await own.inputValue();
  await tabTo(page, screen.saveThis);
  await page.keyboard.press('Enter');
  await expect(screen.row(between)).toBeVisible();
  await expect(screen.row(between).getByRole('button', { name: /^Edit/ })).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({ viewport: phone, colorScheme });

    test('it fits, and reads well', async ({ signedIn: page, api, bola }) => {
      const { screen, mine } = await clash(page, { api, bola });
      await expectFitsPhone(page);
      await expectAccessible(page);
      await screen.dialog.getByRole('button', { name: 'Edit Message' }).click();
      await expectFitsPhone(page);
      await expectAccessible(page);
      await screen.choice('Mine').check();
      await expectAccessible(page);
      await screen.saveThis.click();
      await expect(screen.row(mine)).toBeVisible();
    });
  });
}
