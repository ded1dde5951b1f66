import { doctorRoutes } from '#contract/doctors.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { choicesOf, choose } from '#e2e/support/filter.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

const four = [
  {
    name: 'Ngọzi Okonkwọ',
    specialty: 'Obstetrics and gynaecology',
    bio: 'Explains every option.\nListens.',
    email: 'ngozi@clinic.example',
    phone: '+234 803 555 0142',
    location: 'Ìkẹjà, Lagos',
    languages: ['English', 'Igbo'],
    consultationFee: 25000.5,
    rating: 4.9,
    yearsOfExperience: 17,
    calendlyUrl: 'https://calendly.com/dr-ngozi',
  },
  { name: 'Aisha Ɗantata', specialty: 'Midwifery', isActive: false, availabilityStatus: 'busy' as const },
  { name: 'Dr. Ṣọlá Adé', specialty: 'Midwifery', imageUrl: 'https://pictures.example.org/sola.jpg' },
  { name: 'Bọ́lá Fálànà', specialty: 'Nutrition', rating: 5 },
];

test('list and selected doctor are in the URL', async ({ signedIn: page, api }) => {
  const { path, list, rows, row, link, panel, heading } = doctorsScreen(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'No doctors yet' })).toBeVisible();
  await expect(panel).toContainText('Select a doctor to see the details, or click Add Doctor.');

  await addDoctors(api, four);
  await page.reload();
  await expect(page).toHaveTitle('Doctors - Awa Desk');
  await expect(page.getByRole('heading', { name: 'Doctors Management', level: 1 })).toBeVisible();
  await expect(heading('Doctors (4)')).toBeVisible();
  await expect(rows).toHaveCount(4);
  await expect(row('Dr. Ngọzi Okonkwọ')).toContainText('Obstetrics and gynaecologyÌkẹjà, LagosRating 4.9Active');
  await expect(row('Dr. Aisha Ɗantata')).toContainText('No rating yetInactive');

  await link('Dr. Ngọzi Okonkwọ').click();
  await expect(heading('Dr. Ngọzi Okonkwọ')).toBeVisible();
  await expect(row('Dr. Ngọzi Okonkwọ')).toHaveAttribute('aria-current', 'true');
  const facts = ['₦25,000.50', '17 years', 'English, Igbo', 'ngozi@clinic.example', '+234 803 555 0142', '1 of 4'];
  for (const fact of facts) await expect(panel.getByText(fact, { exact: true })).toBeVisible();
  await expect(panel).toContainText(/Updated\w{3} \d{1,2}, \d{4}, by Administrator/);
  const booking = panel.getByRole('link', { name: 'calendly.com/dr-ngozi' });
  await expect(booking).toHaveAttribute('href', 'https://calendly.com/dr-ngozi');
  await expect(booking).toHaveAttribute('rel', 'noopener noreferrer');

  // The arrow keys go through the list; pictures of other websites are not loaded.
  await link('Dr. Ngọzi Okonkwọ').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(link('Dr. Ṣọlá Adé')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading('Dr. Ṣọlá Adé')).toBeVisible();
  await expect(panel).toContainText('Picture on pictures.example.org');
  await page.goBack();
  await expect(heading('Dr. Ngọzi Okonkwọ')).toBeVisible();
  await page.goForward();
  await page.reload();
  await expect(heading('Dr. Ṣọlá Adé')).toBeVisible();
  await expect(list).toBeVisible();

  await page.goto(`${path}?doctor=0199f0a0-0000-7000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'This doctor no longer exists' })).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toContainText('No doctor selected');
});

test('search and specialty ignore diacritics, and are in the URL', async ({ signedIn: page, api }) => {
  await addDoctors(api, four);
  const { path, rows, names, search, specialty, heading } = doctorsScreen(page);
  await page.goto(path);
  await expect(await choicesOf(specialty)).toHaveText([
    'All Specialties',
    'Midwifery',
    'Nutrition',
    'Obstetrics and gynaecology',
  ]);
  await search.fill('SOLA');
  await expect(rows).toHaveCount(1);
  expect(await names()).toEqual(['Dr. Ṣọlá Adé']);
  await expect(heading('Doctors (1)')).toBeVisible();
  await expect(page).toHaveURL(/search=SOLA/);
  await search.fill('midw');
  await expect(rows).toHaveCount(2);
  await choose(specialty, 'Nutrition');
  await expect(page.getByRole('heading', { name: 'No doctors match “midw”' })).toBeVisible();
  await expect(page).toHaveURL(/search=midw&specialty=Nutrition|specialty=Nutrition&search=midw/);
  await page.reload();
  await expect(search).toHaveValue('midw');
  await expect(specialty).toContainText('Nutrition');
  await page.getByRole('button', { name: 'Show all doctors' }).click();
  await expect(rows).toHaveCount(4);
  await expect(page).not.toHaveURL(/search|specialty/);
});

test('status and availability filter too, and the menu of a row changes both', async ({ signedIn: page, api }) => {
  await addDoctors(api, four);
  const { path, names, rows, row, status, availability } = doctorsScreen(page);
  await page.goto(path);
  await choose(status, 'Active');
  await expect.poll(names).toEqual(['Dr. Ngọzi Okonkwọ', 'Dr. Ṣọlá Adé', 'Dr. Bọ́lá Fálànà']);
  await choose(availability, 'Busy');
  await expect(page.getByRole('heading', { name: 'No doctors match these filters' })).toBeVisible();
  await page.reload();
  await expect(availability).toContainText('Busy');
  await choose(status, 'Inactive');
  await expect.poll(names).toEqual(['Dr. Aisha Ɗantata']);

  const act = async (action: string) => {
    await row('Dr. Aisha Ɗantata').getByRole('button', { name: 'Actions for' }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await choose(availability, 'Any availability');
  await act('Mark as unavailable');
  await expect(page.getByText('Marked Dr. Aisha Ɗantata as unavailable')).toBeVisible();
  await act('Activate');
  await expect(page.getByText('Activated Dr. Aisha Ɗantata')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No doctors match this filter' })).toBeVisible();
  const aisha = async () => (await api(doctorRoutes.list, {})).doctors.find(({ name }) => name.startsWith('Aisha'));
  expect(await aisha()).toMatchObject({ isActive: true, availabilityStatus: 'unavailable' });
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/active=no/);
  expect(await aisha()).toMatchObject({ isActive: false, availabilityStatus: 'unavailable' });
});

test('on a laptop the list and an open form stay beside the history', async ({ signedIn: page, api }) => {
  const [ngozi, aisha] = await addDoctors(api, four);
  await page.setViewportSize({ width: 1366, height: 768 });
  const { path, list, link, panel, heading, form } = doctorsScreen(page);
  const history = page.getByRole('complementary', { name: 'History' });
  await page.goto(path);
  await link('Dr. Ngọzi Okonkwọ').click();
  await panel.getByRole('button', { name: 'History of' }).click();
  await expect(history).toBeVisible();
  await expect(list).toBeVisible();
  await expect(panel).toBeHidden();
  await history.getByRole('button', { name: 'Close' }).click();
  await expect(heading('Dr. Ngọzi Okonkwọ')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'History of' })).toBeFocused();
  await panel.getByRole('button', { name: 'History of' }).click();
  await link('Dr. Aisha Ɗantata').click();
  await expect(heading('Dr. Aisha Ɗantata')).toBeVisible();
  await expect(history).toBeHidden();

  await page.goto(`${path}?doctor=${aisha?.id}&form=edit&history=${ngozi?.id}`);
  await expect(history).toBeVisible();
  await expect(form).toBeVisible();
  await expect(list).toBeHidden();
});

test('on a phone a doctor is a page, and back restores the position in the list', async ({ signedIn: page, api }) => {
  const many = Array.from({ length: 20 }, (_, at) => ({ ...four[at % 4]!, name: `Number ${at + 1}` }));
  await addDoctors(api, many);
  await page.setViewportSize(phone);
  const { path, row, link, heading } = doctorsScreen(page);
  await page.goto(path);
  await expect(row('Dr. Number 1')).toBeVisible();
  await expectFitsPhone(page);
  for (const at of [1, 2, 3]) {
    await row(`Dr. Number ${at}`).getByRole('button', { name: 'Actions for' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    for (const item of await page.getByRole('menuitem').all()) await expect(item).toBeInViewport({ ratio: 1 });
    await page.getByRole('menu').press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  }
  // Every key counts, even when its row is not on the page yet.
  await link('Dr. Number 1').focus();
  await page.evaluate(() => {
    for (let step = 0; step < 14; step += 1) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    }
  });
  await expect(link('Dr. Number 15')).toBeFocused();
  await expect(link('Dr. Number 15')).toBeInViewport();
  await page.reload();
  await row('Dr. Number 2').hover();
  await page.mouse.wheel(0, 700);
  await link('Dr. Number 12').click();
  const sheet = page.getByRole('dialog', { name: 'Doctor' });
  await expect(heading('Dr. Number 12')).toBeFocused();
  await expectFitsPhone(page);
  // It covers the window even when that is higher than its content.
  await page.setViewportSize({ width: 768, height: 1200 });
  await expect.poll(async () => (await sheet.boundingBox())?.height).toBe(1200);
  await page.setViewportSize(phone);
  await sheet.getByRole('button', { name: 'Doctors' }).click();
  await expect(sheet).toBeHidden();
  await expect(link('Dr. Number 12')).toBeInViewport();
  await expect(link('Dr. Number 12')).toBeFocused();

  await row('Dr. Number 12').getByRole('button', { name: 'Actions for Dr. Number 12' }).click();
  await expectFitsPhone(page);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Dr. Number 12?' });
  await expect(dialog).toHaveAccessibleDescription(
    'Are you sure you want to delete Dr. Number 12? The app will no longer show them. You can restore them from the bin for 30 days.',
  );
  await expectFitsPhone(page);
  await dialog.getByRole('button', { name: 'Delete doctor' }).click();
  await expect(page.getByText('Deleted Dr. Number 12')).toBeVisible();
  await expect(row('Dr. Number 12')).toHaveCount(0);
  await expect(link('Dr. Number 13')).toBeFocused();
  expect((await api(doctorRoutes.list, {})).doctors).toHaveLength(19);
});

test('an unchanged list is revalidated without its content', async ({ signedIn: page, api }) => {
  const { path, rows } = doctorsScreen(page);
  await addDoctors(api, four);
  await page.clock.install();
  await page.goto(path);
  await expect(rows).toHaveCount(4);
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await page.clock.fastForward('00:30');
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/doctors'),
    page.getByRole('link', { name: 'Doctors' }).click(),
  ]);
  expect([answer.status(), (await answer.request().sizes()).responseBodySize]).toEqual([304, 0]);
  await expect(rows).toHaveCount(4);
});

test('the keyboard goes from a row to its detail, and back', async ({ signedIn: page, api }) => {
  await addDoctors(api, four);
  const { path, link, heading, panel } = doctorsScreen(page);
  await page.goto(path);
  const [row, shown] = [link('Dr. Aisha Ɗantata'), heading('Dr. Aisha Ɗantata')];
  await row.press('Enter');
  await expect(shown).toBeVisible();
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(shown).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('button', { name: /^History/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
});
