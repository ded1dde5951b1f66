import type { Locator, Page } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { labelsOf } from '#contract/entity.ts';
import { addressOf, type Kind, kinds, parentOf } from '#contract/kinds.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { ladyDuePath } from '#e2e/support/card-editor.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import { endSession, openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { addParent, addRecord, nameField, routesOf } from '#tests/records/kinds.ts';

test.use({ live: true });

const ended = /status of 401/;
const words = ['Rest ', 'when ', 'you ', 'are ', 'tired, ', 'and ', 'drink ', 'enough ', 'water; '];

/** Types without a pause, starts `act` in mid-sentence, and types on when it has happened. Resolves to the typed text. */
async function typeUntil(page: Page, act: () => Promise<unknown>, happened: () => Promise<boolean>) {
  let text = '';
  let acting: Promise<unknown> | undefined;
  let seenAt: number | undefined;
  for (let at = 0; seenAt === undefined || text.length < seenAt + 50; at += 1) {
    const word = words[at % words.length] ?? '';
    await page.keyboard.type(word);
    text += word;
    if (text.length > 50) {
      acting ??= act();
      if (seenAt === undefined && (await happened())) seenAt = text.length;
    }
    if (text.length > 4_000) throw new Error('It did not happen while 4,000 characters were typed');
  }
  await acting;
  return text;
}

const textOf = (field: Locator) =>
  field.evaluate((element) => (element as HTMLTextAreaElement).value || element.textContent);

/** Puts the cursor at the end. */
async function begin(field: Locator) {
  await field.focus();
  await field.press('Control+End');
  return textOf(field);
}

/**
 * Sets the speed of the clock by which the page measures a pause in typing. Slowed down, a machine that stalls for two
 * seconds ends no typing.
 */
const setClockSpeed = (page: Page, speed: number) =>
  page.evaluate((ratio) => {
    const clock = Performance.prototype.now.bind(performance);
    const [shown, start] = [performance.now(), clock()];
    performance.now = () => shown + (clock() - start) * ratio;
  }, speed);

/** Expects that the dialogs that open while someone types in this field take no key. */
async function expectUndisturbed(page: Page, field: Locator, endIt: () => Promise<unknown>) {
  const line = page.getByRole('status').filter({ hasText: 'Your text is kept; sign in to save it' });
  const dialog = page.getByRole('dialog', { name: /^(Sign in again|Someone else has signed in)$/ });
  await setClockSpeed(page, 0.1);
  const before = await begin(field);
  let typed = await typeUntil(page, endIt, () => line.getByText('Your session has ended.').isVisible());
  const replaceIt = async () => {
    await page.context().setOffline(true);
    await page.evaluate(() =>
      new BroadcastChannel('awa-desk-session').postMessage({ event: 'in', adminId: 'another account' }),
    );
  };
  typed += await typeUntil(page, replaceIt, () => line.getByText('Someone else has signed in').isVisible());
  expect(await dialog.count()).toBe(0);
  expect(await textOf(field)).toBe(before + typed);
  await expect(field).toBeFocused();

  // The dialog opens once the typing stops, and then returns the focus to the text.
  await setClockSpeed(page, 1);
  const password = dialog.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('');
  await page.context().setOffline(false);
  return { dialog, password };
}

/** One kind for each way to show a form: in a list, in a drawer, in the editor, beside a list, in a dialog. */
const forms: Kind[] = ['announcement', 'doctor', 'card', 'activity', 'category'];

for (const kind of forms) {
  test(`nothing takes a key from the form of ${kinds[kind].article} ${kinds[kind].one}`, async ({
    page,
    desk,
    api,
    guard,
  }) => {
    guard.expectErrors(ended, /ERR_INTERNET_DISCONNECTED/);
    const parent = await addParent(api, kind);
    const id = await addRecord(api, kind, 'Typed', parent);
    const whose = parent ? `${parentOf(kind)}=${parent}&` : '';
    await openAndSignIn(page, desk);
    const path = kinds[kind].area === 'lady-due' ? ladyDuePath : addressOf(kind);
    const release = await delayRequests(page, '**/admin/presence/**');
    const asked = page.waitForRequest('**/admin/presence/**');
    await page.goto(`${path}?${path === ladyDuePath ? '' : whose}${kind}=${id}&form=edit`);
    const form = page.getByRole('form', { name: /^Edit / });
    const { richContent } = labelsOf(kind);
    const field = richContent
      ? form.getByRole('textbox', { name: richContent })
      : form.getByRole('textbox').or(form.getByRole('combobox')).first();
    await expect(field).toBeVisible();
    await asked;

    const bola = await callsAsStaff(await asColleague(desk));
    const save = () => bola(routesOf(kind).update, { id, [nameField(kind)]: 'Changed by a colleague' });
    const before = await begin(field);
    const typed = await typeUntil(page, save, () => form.getByText(/^Bola Ige changed/).isVisible());
    expect(await textOf(field)).toBe(before + typed);

    await endSession(page, desk, 1);
    const { dialog, password } = await expectUndisturbed(page, field, async () => release());
    await password.fill(desk.password);
    await password.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(field).toBeFocused();
  });
}

test('nothing takes a key from the form of a new announcement', async ({ page, desk, api, guard }) => {
  guard.expectErrors(ended, /ERR_INTERNET_DISCONNECTED/);
  const screen = announcementsScreen(page);
  await openAndSignIn(page, desk);
  await page.goto(screen.path);
  await expect(screen.field).toBeVisible();
  const release = await delayRequests(page, '**/admin/announcements');
  const asked = page.waitForRequest('**/admin/announcements');
  await api(announcementRoutes.create, { message: unique('Asked for again'), enabled: false });
  await asked;
  await endSession(page, desk, 1);
  const { dialog, password } = await expectUndisturbed(page, screen.field, async () => release());
  await password.fill('not this one');
  await password.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('This password is not right');
  await password.fill(desk.password);
  await password.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(screen.field).toBeFocused();
});

test('a hundred keys that arrive at once on a busy device are all in the text', async ({ signedIn: page }) => {
  const { path, field, preview } = announcementsScreen(page);
  await page.goto(path);
  await field.focus();
  await field.evaluate(async (element: HTMLTextAreaElement) => {
    for (let keys = 0; keys < 100; keys += 1) {
      element.setRangeText('a', element.value.length, element.value.length, 'end');
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
      // React commits each key, but no other task of the page runs in between.
      await Promise.resolve();
    }
  });
  await expect(field).toHaveValue('a'.repeat(100));
  await expect(preview).toContainText('a'.repeat(100));
});
