import { api as contract } from '#contract/api.ts';
import { revokeAppKeys } from '#e2e/support/app-keys.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

test('an administrator makes a key, sees that the backend called and reads the changes, and revokes it', async ({
  signedIn: page,
  desk,
  api,
}) => {
  await revokeAppKeys(api);
  await page.goto('/admin/desk/staff');
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'App' }).click();
  const steps = page.getByRole('region', { name: 'Connect the app' }).getByRole('listitem');
  const keys = page.getByRole('region', { name: 'Keys' });
  await expect(steps.filter({ hasText: '2. Key' })).toContainText('Not yet');

  await keys.getByRole('button', { name: 'Make a key' }).click();
  const form = page.getByRole('dialog', { name: 'Make a key' });
  const name = `Ẹ̀bún backend ${Date.now()}`;
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('combobox', { name: 'Networks' }).fill('127.0.0.0');
  await form.getByRole('button', { name: 'Make key' }).click();
  await expect(form.getByText('This must be a network such as 203.0.113.0/24')).toBeVisible();
  await form.getByRole('button', { name: 'Remove 127.0.0.0' }).click();
  for (const scope of ['Write and erase people', 'See whether a person is verified'])
    await form.getByRole('switch', { name: scope }).click();
  await form.getByRole('radio', { name: '90 days' }).check();
  await expectAccessibleInBoth(page);
  await form.getByRole('button', { name: 'Make key' }).click();
  const shown = page.getByRole('dialog', { name: `The key “${name}”` });
  const key = await shown.getByRole('textbox', { name: 'Key' }).inputValue();
  await expectAccessibleInBoth(page);
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('dialog', { name: 'Not copied yet. Close?' }).getByRole('button', { name: 'Go back' }).click();
  await shown.getByRole('textbox', { name: 'Key' }).focus();
  await page.keyboard.press('ControlOrMeta+c');
  await shown.getByRole('button', { name: 'Done' }).click();
  const row = keys.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Live');
  await expect(row).toContainText('Never used');
  await expect(steps.filter({ hasText: '2. Key' })).toContainText('Done');

  // The backend calls.
  const call = async (path: string) => {
    const answer = await fetch(new URL(path, desk.address), { headers: { authorization: `Bearer ${key}` } });
    return { status: answer.status, body: (await answer.json()) as { after: string } };
  };
  expect(await call('/app/v1/key')).toMatchObject({
    status: 200,
    body: { scopes: ['posts:write', 'reports:write', 'changes:read'] },
  });
  await expect(steps.filter({ hasText: '3. First call' })).toContainText('The backend called a moment ago');
  const { after } = (await call('/app/v1/changes')).body;
  await call(`/app/v1/changes?after=${after}`);
  await expect(steps.filter({ hasText: '4. Changes' })).toContainText('The backend asked for changes a moment ago');
  await expectAccessibleInBoth(page);

  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(row).toContainText('Revoked');
  expect((await call('/app/v1/key')).status).toBe(401);
});

test('keys and steps fit a phone; with two live keys there is no way to make a third', async ({
  signedIn: page,
  api,
}) => {
  await revokeAppKeys(api);
  for (const name of ['a'.repeat(100), 'Second']) await api(contract.appKeys.make, { name, scopes: ['changes:read'] });
  await page.setViewportSize(phone);
  await page.goto('/admin/desk/staff/app');
  const keys = page.getByRole('region', { name: 'Keys' });
  await expect(keys.getByText('2 keys are live.')).toBeVisible();
  await expect(keys.getByRole('button', { name: 'Make a key' })).toBeHidden();
  await expectFitsPhone(page);
  await expectAccessibleInBoth(page);
});
