import { staffRoutes } from '#contract/staff.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague, block, giveApp } from '#e2e/support/staff.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';

test('an administrator invites a colleague, who sets a password and signs in; then the account is changed and disabled', async ({
  signedIn: page,
  openContext,
  desk,
  api,
  guard,
}) => {
  guard.expectErrors(/status of (409|410|422)/);
  const email = `ife.${Date.now()}@awa.example`;
  await page.goto('/admin/desk/users');
  await page.getByRole('button', { name: /^Welcome, / }).click();
  await page.getByRole('link', { name: 'Staff' }).click();
  const row = page.getByRole('row').filter({ hasText: email });

  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Invite a colleague' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Ife Bello');
  await form.getByRole('textbox', { name: 'Email' }).fill(desk.email);
  await form.getByRole('radio', { name: 'Moderator' }).check();
  await expect(form.getByText('Can moderate Awa Secrets')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(/There is an account for/);
  await expect(form.getByText(/^Kept on this device/)).toBeVisible();
  // The dialog has an address.
  await page.goBack();
  await expect(form).toBeHidden();
  await page.goForward();
  await page.reload();
  await form.getByRole('button', { name: 'Continue editing “Ife Bello”' }).click();
  await expect(form.getByRole('radio', { name: 'Moderator' })).toBeChecked();
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  const made = page.getByRole('dialog', { name: 'Invitation for Ife Bello' });
  const address = await made.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(address).toMatch(/\/admin\/desk\/invitation#[\w-]{43}$/);
  await expectAccessibleInBoth(page);
  // The dialog with the link, which is shown only once, stays until the link is copied or abandoned.
  const question = page.getByRole('dialog', { name: 'Not copied yet. Close?' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => made.getByRole('button', { name: 'Done' }).click(),
    () => made.getByRole('button', { name: 'Close', exact: true }).click(),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(made.getByRole('textbox', { name: 'Link' })).toHaveValue(address);
  }
  await made.getByRole('textbox', { name: 'Link' }).focus();
  await page.keyboard.press('ControlOrMeta+c');
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(made).toBeHidden();
  await expect(row).toContainText('Invited');

  const theirs = await (await openContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await theirs.setViewportSize(phone);
  await theirs.goto(address);
  await expect(theirs.getByRole('heading', { name: 'Welcome, Ife Bello' })).toBeVisible();
  await expectFitsPhone(theirs);
  await expectAccessibleInBoth(theirs);
  const password = theirs.getByLabel('New password', { exact: true });
  await password.fill('short');
  await theirs.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/at least 12 characters/i);
  await password.fill('quiet-harmattan-window-81');
  await theirs.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(theirs.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await expect(theirs.getByText('Ife Bello · Moderator')).toBeVisible();
  await expect(theirs.getByRole('list', { name: 'Your areas' }).getByRole('link')).toHaveText([
    'Users',
    'Awa Secrets',
    'Moderation',
  ]);
  await expectFitsPhone(theirs);
  await expectAccessibleInBoth(theirs);
  await theirs.getByRole('link', { name: 'Open the desk' }).click();
  await expect(theirs).toHaveURL(/\/admin\/desk\/awa\/posts$/);
  await theirs.goto(address);
  await theirs.reload();
  await expect(theirs.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  // A person who is signed in stays signed in.
  await theirs.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect(theirs).toHaveURL(/\/admin\/desk\/awa\/posts$/);

  await page.reload();
  await expect(row).toContainText('Active');
  await row.getByRole('button', { name: 'Actions for Ife Bello' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Ife Bello' });
  // A colleague's change at the same time is kept.
  const { staff } = await api(staffRoutes.list, {});
  const id = staff.find((one) => one.email === email)?.id ?? '';
  await api(staffRoutes.update, { id, name: 'Ife Nwosu' });
  await edit.getByRole('radio', { name: 'Editor' }).check();
  await edit.getByRole('textbox', { name: 'Qualification' }).fill('RN, NMCN 67890');
  await edit.getByRole('button', { name: 'Save account' }).click();
  await expect(row).toContainText(/Editor\s*RN, NMCN 67890/);
  await expect(row).toContainText('Ife Nwosu');
  await row.getByRole('button', { name: 'Actions for Ife Nwosu' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click();
  await expect(page.getByText('Disabled Ife Nwosu')).toBeVisible();
  await expect(row).toContainText('Disabled');
});

test('staff accounts fit a phone and a tablet; the own account cannot be disabled', async ({ page, desk }) => {
  const colleague = await asColleague(desk, 'Bola Ige');
  await openAndSignIn(page, colleague);
  await page.setViewportSize(phone);
  await page.goto('/admin/desk/staff');
  const row = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem').filter({ hasText: colleague.email });
  // The initials come from the name only.
  await expect(row).toContainText(/BI\s*Bola Ige \(you\)/);
  await row.getByRole('button', { name: 'Actions for Bola Ige' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'New password link']);
  await expectAccessibleInBoth(page);
  await page.getByRole('menuitem', { name: 'New password link' }).click();
  await expectFitsPhone(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Make a link' }).click();
  const made = page.getByRole('dialog', { name: 'A link for Bola Ige' });
  await expect(made.getByRole('textbox', { name: 'Link' })).toBeFocused();
  await expectFitsPhone(page);
  await made.getByRole('button', { name: 'Done' }).click();
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Close without the link' }).click();
  await expect(made).toBeHidden();

  await giveApp(colleague);
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.reload();
  const cells = page.getByRole('row').filter({ hasText: colleague.email }).getByRole('cell');
  await expect(cells).toHaveText([
    /Bola Ige/,
    /^Administrator\s*MBBS, MDCN 12345\s*Second factor$/,
    'Active',
    /ago$/,
    '',
  ]);
});

test('a block after failed sign-ins shows its end and can be lifted; without a block there is no such action', async ({
  signedIn: page,
  desk,
}) => {
  const colleague = await asColleague(desk, 'Chidi Eze', 'support');
  await page.goto('/admin/desk/staff');
  const row = page.getByRole('row').filter({ hasText: colleague.email });
  const actions = row.getByRole('button', { name: 'Actions for Chidi Eze' });
  const lift = page.getByRole('menuitem', { name: 'Lift sign-in block' });
  await expect(row).toContainText('Active');
  await actions.click();
  await expect(page.getByRole('menuitem', { name: 'Disable' })).toBeVisible();
  await expect(lift).toHaveCount(0);

  await block(colleague);
  await page.reload();
  await expect(row).toContainText(/Blocked\s*until \d{1,2}:\d{2}/);
  await expectAccessibleInBoth(page);
  await page.setViewportSize(phone);
  const item = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem').filter({ hasText: colleague.email });
  await expect(item).toContainText(/Support · Blocked until \d{1,2}:\d{2}/);
  await expectFitsPhone(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await actions.click();
  await lift.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lift block' }).click();
  await expect(page.getByText('Lifted the sign-in block of Chidi Eze')).toBeVisible();
  await expect(row).toContainText('Active');
});

test('My account: name, password and sessions', async ({ page, desk, guard }) => {
  guard.expectErrors(/status of 422/);
  const colleague = await asColleague(desk, 'Bola Ige', 'editor');
  await openAndSignIn(page, colleague);
  await page.goto('/admin/desk/account');
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('This session');
  await expect(page.getByRole('list', { name: 'Recent sign-ins' })).toContainText('Signed in · Chrome on');

  const name = page.getByRole('form', { name: 'Your name' });
  await name.getByRole('textbox', { name: 'Name' }).fill('Bọ́lá Ìgè');
  await name.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Saved your name')).toBeVisible();

  const daily = page.getByRole('region', { name: 'Mail of the day' });
  await expect(daily.getByText(/This desk sends no mail yet/)).toBeVisible();
  await daily.getByRole('switch').check();
  await expect(page.getByText('Switched on the mail of the day')).toBeVisible();
  await page.reload();
  await expect(daily.getByRole('switch')).toBeChecked();

  const password = page.getByRole('form', { name: 'Your password' });
  await password.getByLabel('Current password', { exact: true }).fill('not the current one');
  await password.getByLabel('New password', { exact: true }).fill('quiet-harmattan-window-81');
  await page.keyboard.press('Enter');
  const current = password.getByLabel('Current password', { exact: true });
  await expect(current).toHaveAccessibleDescription('This is not your current password');
  await current.fill(colleague.password);
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Changed your password')).toBeVisible();

  const other = await fetch(`${desk.address}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: colleague.email, password: 'quiet-harmattan-window-81' }),
  });
  expect(other.status).toBe(200);
  await page.reload();
  await expect(sessions).toHaveCount(2);
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: /^End A program/ }).click();
  await expect(sessions).toHaveCount(1);

  guard.expectErrors(/status of 429/);
  await block(colleague, 'confirmation');
  await current.fill('quiet-harmattan-window-81');
  await password.getByLabel('New password', { exact: true }).fill('quiet-harmattan-window-82');
  await page.keyboard.press('Enter');
  await expect(password.getByRole('alert')).toHaveText('Too many failed tries. Try again in 15 minutes.');
  await page.setViewportSize(phone);
  await expectFitsPhone(page);
});
