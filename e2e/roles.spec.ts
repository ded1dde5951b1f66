import type { Page } from '@playwright/test';
import { doctorRoutes } from '#contract/doctors.ts';
import { announcementRoutes } from '#contract/announcements.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague, giveRole } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Areas' }).getByRole('link');
const refusal = (page: Page) => page.getByRole('heading', { level: 1, name: 'Your role does not include this page' });

test('an editor has the content areas, and learns who can help with the others', async ({
  page,
  desk,
  api,
  addAppUsers,
}) => {
  await addAppUsers([{ name: 'Ife Bello' }]);
  // No work waits, so it begins with the first area.
  await openAndSignIn(page, await asColleague(desk, 'Bola Ige', 'editor'), '/admin');
  await expect(page).toHaveURL(/\/admin\/desk\/cycle$/);
  await expect(menu(page)).toHaveText(['Home', 'My Cycle', 'Lady Due', 'Moderation', 'Doctors', 'Announcements']);

  await page.goto('/admin/desk/users?user=0199f0a0-0000-7000-8000-000000000000');
  await expect(refusal(page)).toBeVisible();
  await expect(page.getByText('Your role is Editor. Ask an administrator if you need this page.')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Go to My Cycle' }).click();
  await expect(page).toHaveURL(/\/admin\/desk\/cycle$/);

  // All that an editor sees of the app's users is how many an announcement reaches.
  await page.goto('/admin/desk/announcements');
  await page.getByRole('textbox', { name: 'New announcement' }).fill('Clinics open at nine');
  await page.getByRole('button', { name: 'Create announcement' }).click();
  await page
    .getByRole('dialog')
    .filter({ hasText: /^Show this announcement now\?\d[\d,]* people will see it/ })
    .getByRole('button', { name: 'Show it now' })
    .click();
  await expect(page.getByText('Created the announcement')).toBeVisible();

  const [doctor] = await addDoctors(api, [{ name: 'Ada Obi', specialty: 'Fertility' }]);
  await api(doctorRoutes.remove, { id: doctor?.id ?? '' });
  await page.goto('/admin/desk/bin');
  await page.getByRole('button', { name: 'Restore “Dr. Ada Obi”' }).click();
  await expect(page.getByText('Restored the doctor')).toBeVisible();
});

test('a moderator has the areas of people, and sees no content in the activity', async ({ page, desk, api }) => {
  await api(announcementRoutes.create, { message: 'Not for moderators' });
  await openAndSignIn(page, await asColleague(desk, 'Bola Ige', 'moderator'));
  await expect(menu(page)).toHaveText(['Home', 'Users', 'Awa Secrets', 'Moderation']);
  await page.goto('/admin/desk/activity');
  await expect(page.getByRole('heading', { name: 'No changes yet' })).toBeVisible();
  await expect(page.getByText('Not for moderators')).toHaveCount(0);
});

test('when a role is revoked while a form is open, the page says so and keeps the typed text', async ({
  page,
  desk,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 403/);
  const colleague = await asColleague(desk, 'Bola Ige', 'editor');
  const [doctor] = await addDoctors(api, [{ name: 'Ada Obi', specialty: 'Fertility' }]);
  await openAndSignIn(page, colleague);
  const { path, field, form, save } = doctorsScreen(page);
  await page.goto(`${path}?doctor=${doctor?.id}&form=edit`);
  await field('Bio').fill('She listens.');
  await giveRole(colleague, 'support');
  await save.click();
  await expect(form.getByText('Your role does not include this. Ask an administrator.')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Your role is Support now.' })).toBeVisible();
  await expect(field('Bio')).toHaveValue('She listens.');
  await expect(page.getByRole('button', { name: 'Add Doctor' })).toHaveCount(0);

  // Not even the page is included any more.
  await giveRole(colleague, 'moderator');
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: 'It does not include this page.' })).toBeVisible();
  await expect(field('Bio')).toHaveValue('She listens.');
  await expect(menu(page).first()).toHaveText('Home');

  await giveRole(colleague, 'editor');
  await save.click();
  await expect(form).toBeHidden();
  const { doctors: stored } = await api(doctorRoutes.list, {});
  expect(stored).toMatchObject([{ bio: 'She listens.' }]);
});
