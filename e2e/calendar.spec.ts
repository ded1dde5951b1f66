import { announcementRoutes } from '#contract/announcements.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';

test('the calendar is read by keys, a day lists its entries, and a phone lists the days', async ({
  signedIn: page,
  api,
}) => {
  const long = 'Ọjọ́ ìdánwò ọfẹ́ 👩🏾‍⚕️ for everyone '.repeat(5).trim();
  await api(announcementRoutes.create, { message: 'Clinic days', startsAt: '2031-02-28T08:00:00.000Z' });
  for (const minute of ['10', '20', '30']) {
    await api(announcementRoutes.create, { message: long, startsAt: `2031-02-28T09:${minute}:00.000Z` });
  }
  await api(announcementRoutes.create, { message: 'In March', startsAt: '2031-03-01T08:00:00.000Z' });
  await page.goto('/admin/desk/calendar?month=2031-02');
  const day = (name: string) => page.getByRole('gridcell').getByRole('button', { name });
  await expect(day('Friday, February 28: 4 entries')).toContainText('Clinic days');
  await day('Saturday, February 1: no entries').focus();
  await page.keyboard.press('PageDown');
  await expect(page).toHaveURL(/month=2031-03/);
  await expect(day('Saturday, March 1: 1 entry')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(day('Friday, February 28: 4 entries')).toBeFocused();
  await page.setViewportSize({ width: 1366, height: 640 });
  await page.keyboard.press('Enter');
  const entries = page.getByRole('list', { name: 'Friday, February 28' }).getByRole('listitem');
  await expect(entries).toHaveCount(4);
  await expect(entries.last()).toBeInViewport({ ratio: 1 });
  await expect(entries.first()).toHaveText('Clinic daysAnnouncement · Into the app · 09:00');
  await expectAccessibleInBoth(page);

  await page.setViewportSize(phone);
  await expect(page.getByRole('heading', { name: 'Friday, February 28' })).toBeVisible();
  await expectFitsPhone(page);
  await expectAccessibleInBoth(page);
  await entries.first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Announcements', level: 1 })).toBeVisible();
});
