import type { Page } from '@playwright/test';
import { addAppUsers } from '#e2e/support/app-users.ts';
import { addAuthenticator, ageConfirmations, changeRows, codeOf, forgetCodes } from '#e2e/support/authenticator.ts';
import { expectAccessible, expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { type Desk, startDesk } from '#e2e/support/desk.ts';
import { PageGuard } from '#e2e/support/page-guard.ts';
import { logOut } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { send } from '#tests/desk/send.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

// The tests share one desk, opened by host name, because passkeys belong to host names.
test.describe.configure({ mode: 'default' });

let desk: Desk;
test.beforeAll(async () => {
  desk = await startDesk({ demoUsers: 0, settings: { HOST: 'localhost', CONFIRM_MINUTES: '15' } });
});
test.afterAll(() => desk.stop());

/** A tab of a new browser at this desk, with the checks of every test. */
async function open(browser: Parameters<Parameters<typeof test>[2]>[0]['browser'], address = desk.address) {
  const context = await browser.newContext({ baseURL: address });
  const guard = new PageGuard(address);
  await guard.over(context);
  return { context, guard, page: await context.newPage() };
}

const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function enterPassword(page: Page, { address, email, password: secret }: Desk) {
  await page.goto(`${address}/admin/desk/account`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await password(page).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const atDesk = (page: Page) => expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible();

/** Sets up an authenticator app in the open form, and returns its secret. */
async function setUpApp(page: Page) {
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await page.locator('code').innerText();
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Add the app' }).click();
  return secret;
}

test('a passkey is added, signs in alone and as the second step; answers from elsewhere, replayed or of a copy are refused', async ({
  browser,
}) => {
  const person = await asColleague(desk);
  const { context, guard, page } = await open(browser);
  guard.expectErrors(/status of 401/, /ERR_FAILED/);
  const authenticator = await addAuthenticator(page);
  await enterPassword(page, person);
  await atDesk(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await expectAccessibleInBoth(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('list', { name: 'Your second factors' })).toContainText('Work laptop');
  expect(await authenticator.credentials()).toHaveLength(1);

  // Another program sends the signature of the page: with a foreign host, then with ours, and then again.
  await logOut(page);
  await page.route('**/auth/factor', (route) => route.abort());
  const signed = page.waitForRequest('**/auth/factor');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  const body = (await signed).postDataJSON() as unknown;
  const sendOn = async (host: string) =>
    (await send(desk.address, '/auth/factor', { method: 'POST', body, headers: { host } })).status;
  const here = new URL(desk.address).host;
  expect([await sendOn('localhost:1'), await sendOn(here), await sendOn(here)]).toEqual([401, 200, 401]);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await atDesk(page);

  await logOut(page);
  await enterPassword(page, person);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await atDesk(page);

  await logOut(page);
  await authenticator.restoreCopy(0);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText('This passkey was not accepted.');
  await expectAccessible(page);
  guard.finish();
  await context.close();
});

test('accepting an invitation requires adding a passkey first', async ({ browser }) => {
  const { address, email, password: secret } = await asColleague(desk);
  const post = async (path: string, body: unknown, bearer?: string) =>
    (await send(address, path, { method: 'POST', body, ...(bearer && { bearer }) })).json;
  const { token } = (await post('/auth/login', { email, password: secret })) as { token: string };
  const invited = { email: `ife.${Date.now()}@awa.example`, name: 'Ife Bello', role: 'support' };
  const { link } = (await post('/admin/staff/invitations', invited, token)) as { link: { token: string } };

  const { context, guard, page } = await open(browser);
  const authenticator = await addAuthenticator(page);
  await page.goto(`${address}/admin/desk/invitation#${link.token}`);
  await page.getByLabel('New password', { exact: true }).fill('quiet-harmattan-window-81');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.setViewportSize(phone);
  await expectFitsPhone(page);
  await expectAccessibleInBoth(page);
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('Your passkey is added.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  expect(await authenticator.credentials()).toHaveLength(1);
  await page.getByRole('link', { name: 'Open the desk' }).click();
  await expect(page).toHaveURL(/\/admin\/desk\/users/);
  guard.finish();
  await context.close();
});

test('an authenticator app is the second step, by keys alone; a recovery code replaces it once', async ({
  browser,
}) => {
  const person = await asColleague(desk);
  const { context, guard, page } = await open(browser);
  guard.expectErrors(/status of 401/);
  await enterPassword(page, person);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  // The setup key arrives after the dialog, and text typed by then goes into the code field.
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await page.setViewportSize(phone);
  await expectAccessibleInBoth(page);
  await expectFitsPhone(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the key' }).click();
  const secret = await setUpApp(page);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret.replaceAll(' ', ''));
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  const [recoveryCode = ''] = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('awa-desk-recovery-codes.txt');
  await page.getByRole('button', { name: 'Done' }).click();
  await logOut(page);

  await forgetCodes(desk);
  await enterPassword(page, person);
  const code = page.getByRole('textbox', { name: 'Code' });
  // The setup key arrives after the dialog, and text typed by then goes into the code field.
  await expect(code).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('This code is not right, or was used before.');
  await code.fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await atDesk(page);

  await logOut(page);
  await enterPassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await atDesk(page);
  await expect(page.getByText('9 of 10 recovery codes left')).toBeVisible();
  guard.finish();
  await context.close();
});

test('a confirmation is asked for in place, and then erasing and export continue', async ({ browser }) => {
  await addAppUsers(desk.database, [{ name: 'Kemi Alao' }, { name: 'Zainab Musa' }]);
  const { context, guard, page } = await open(browser);
  guard.expectErrors(/status of (403|429)/);
  await enterPassword(page, desk);
  await atDesk(page);
  await page.goto(`${desk.address}/admin/desk/users`);
  await ageConfirmations(desk);
  await page.getByRole('button', { name: 'Delete Kemi Alao' }).click();
  await page.getByRole('button', { name: 'Delete user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(password(page)).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('This password is not right.');
  const blocked = {
    status: 429,
    headers: { 'Retry-After': '840' },
    json: { status: 429, code: 'too_many_tries', detail: '' },
  };
  await page.route('**/auth/confirm', (route) => route.fulfill(blocked), { times: 1 });
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Too many failed tries. Try again in 14 minutes.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('Confirm that it is you to do this.');
  await page.getByRole('button', { name: 'Delete user' }).click();
  await password(page).fill(desk.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Deleted Kemi Alao')).toBeVisible();

  await ageConfirmations(desk);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await password(page).fill(desk.password);
  await page.keyboard.press('Enter');
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/);
  await expect(dialog).toBeHidden();
  guard.finish();
  await context.close();
});

test('a desk that requires a second factor opens only once there is one', async ({ browser }) => {
  const person = await asColleague(desk);
  const { context, guard, page } = await open(browser);
  await enterPassword(page, person);
  await atDesk(page);
  // A call in progress would be refused, even one that the test does not see yet, so no page is open during the change.
  await page.goto('about:blank');
  await changeRows(desk, 'UPDATE sessions SET must_add_factor = true');
  await page.goto(`${desk.address}/admin/desk/account`);
  await expect(page.getByRole('heading', { name: 'Set up a second factor', level: 1 })).toBeVisible();
  await page.setViewportSize(phone);
  await expectAccessibleInBoth(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'An authenticator app on your phone' }).click();
  await setUpApp(page);
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Open the desk' }).click();
  await atDesk(page);

  // The only factor has no Remove where every account needs one.
  const factors = page.getByRole('list', { name: 'Your second factors' });
  await expect(factors.getByRole('button', { name: 'Actions for Authenticator app' })).toBeVisible();
  await page.goto('about:blank');
  await page.route('**/account/factors', async (route) => {
    const answer = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...answer, required: true } });
  });
  await page.goto(`${desk.address}/admin/desk/account`);
  await expect(factors.getByText('add another before you remove it')).toBeVisible();
  await expect(factors.getByRole('button')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });
  guard.finish();
  await context.close();
});
