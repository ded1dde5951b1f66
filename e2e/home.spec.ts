import { announcementRoutes } from '#contract/announcements.ts';
import { safetyApi } from '#contract/safety.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

const line = { name: 'SURPIN', purpose: 'any', number: '0800 787 746' } as const;

test('an administrator sees the work, each count leads to its list, and the first steps', async ({
  signedIn: page,
  api,
}) => {
  const startsAt = new Date(Date.now() + 60 * 60_000).toISOString();
  await api(announcementRoutes.create, { message: 'The clinic is open on Saturday', startsAt });
  await api(announcementRoutes.create, { message: 'Shown now' });
  await api(safetyApi.helpLines.create, line);
  await page.goto('/admin/desk/home');
  const card = (name: string) => page.getByRole('region', { name, exact: true });

  const announcements = card('Scheduled announcements');
  await expect(announcements.getByRole('heading')).toHaveText('Scheduled announcements1');
  await expect(announcements.getByRole('listitem')).toHaveText(/^The clinic is open on SaturdayFrom /);
  await announcements.getByRole('link').click();
  await expect(page.getByRole('list', { name: 'Announcements' }).getByRole('listitem')).toHaveCount(1);
  await page.goBack();

  await expect(card('Help lines to call').getByRole('listitem')).toHaveText(/^SURPINNever called$/);
  await card('Help lines to call').getByRole('link', { name: 'Help lines to call' }).click();
  await expect(page.getByRole('list', { name: 'Help lines' }).getByRole('listitem')).toHaveCount(1);
  await page.goBack();

  const accounts = card('Accounts without a second factor');
  const count = (await accounts.getByRole('heading').textContent())?.replace(/\D/g, '');
  await accounts.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Accounts' })).toHaveText(`Accounts${count}`);
  await page.goBack();

  const steps = card('First steps').getByRole('listitem');
  await expect(steps.filter({ hasText: 'Write the first announcement, done' })).toHaveCount(1);
  await expect(card('State of the desk').getByRole('listitem').filter({ hasText: 'Log' })).toBeVisible();
  await steps.getByRole('link', { name: 'Set up a second factor' }).click();
  await expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible();
});

test('home fits a phone, in light and dark', async ({ signedIn: page, api }) => {
  await api(safetyApi.helpLines.create, { ...line, name: 'A very long name of a help line '.repeat(3).trim() });
  await page.setViewportSize(phone);
  await page.goto('/admin/desk/home');
  await expect(page.getByRole('region', { name: 'Help lines to call' })).toBeVisible();
  await expectFitsPhone(page);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('a moderator sees the work of people alone, and the counts follow the changes of others', async ({
  page,
  desk,
  api,
}) => {
  await openAndSignIn(page, await asColleague(desk, 'Bola Ige', 'moderator'), '/admin/desk/home');
  await expect(page.getByText('Nothing needs you now')).toBeVisible();
  await api(announcementRoutes.create, { message: 'Later', startsAt: new Date(Date.now() + 3_600_000).toISOString() });
  await api(safetyApi.helpLines.create, line);
  await page.reload();
  await expect(page.getByRole('region')).toHaveCount(1);
  await page.getByRole('region').getByRole('link', { name: 'SURPIN' }).click();
  await expect(page.getByRole('button', { name: 'Record a call' })).toBeVisible();
});
