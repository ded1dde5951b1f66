import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

test('an administrator puts a colleague on the rota by keyboard, sees who is on duty, and removes the shift', async ({
  signedIn: page,
}) => {
  await page.goto('/admin/desk/moderation');
  await page.getByRole('navigation', { name: 'Moderation' }).getByRole('link', { name: 'Rota' }).click();
  const rota = page.getByRole('region', { name: 'Rota' });
  await expect(page.getByText('Nobody is on duty now. All moderators are told instead.')).toBeVisible();
  await rota.getByRole('button', { name: 'Add a shift' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Add a shift' });
  await form.getByRole('textbox', { name: 'From' }).or(form.getByLabel('From')).fill('00:00');
  await form.getByLabel('To').fill('00:00');
  await form.getByRole('button', { name: 'Add shift' }).press('Enter');
  await expect(form.getByText('Choose a colleague')).toBeVisible();
  await expect(form.getByText('Choose at least one day')).toBeVisible();
  await expectAccessibleInBoth(page);

  const colleague = form.getByRole('combobox', { name: 'Colleague' });
  await colleague.press('ArrowDown');
  await page.keyboard.press('Enter');
  const name = await colleague.inputValue();
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await form.getByRole('switch', { name: day }).press('Space');
  await form.getByRole('button', { name: 'Add shift' }).press('Enter');
  await expect(page.getByText(`On duty now: ${name}`)).toBeVisible();
  await expect(rota.getByRole('listitem').filter({ hasText: 'Sunday' })).toContainText(`the whole day · ${name}`);
  await expectAccessibleInBoth(page);
  await page.setViewportSize(phone);
  await expectFitsPhone(page);

  await rota.getByRole('button', { name: `Remove ${name}, Monday, the whole day` }).click();
  const question = page.getByRole('dialog', { name: `Remove the shift of ${name}?` });
  await expect(question).toContainText('Every day, the whole day.');
  await question.getByRole('button', { name: 'Remove shift' }).click();
  await expect(page.getByText('Nobody is on duty now. All moderators are told instead.')).toBeVisible();
  await expect(rota.getByText('No rota yet')).toBeVisible();
});
