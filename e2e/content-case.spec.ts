import { moderationApi } from '#contract/moderation.ts';
import { addCases, numbered, queuePath } from '#e2e/support/cases.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';

test('an editor opens a case on a doctor, corrects the doctor and decides, by keyboard', async ({
  page,
  desk,
  api,
}) => {
  const [ofPerson = ''] = await addCases(desk, api, numbered(1));
  const [ada] = await addDoctors(api, [{ name: 'Ada Obi', specialty: 'Fertility' }]);
  await openAndSignIn(page, await asColleague(desk, 'Bola Ige', 'editor'));
  await page.goto(`/admin/desk/doctors?doctor=${ada?.id}`);
  await page.getByRole('button', { name: 'Open a case on Dr. Ada Obi' }).press('Enter');
  await page.getByRole('textbox', { name: 'Note' }).fill('She is a midwife');
  await page.getByRole('button', { name: 'Open the case' }).press('Enter');
  await expect(page.getByText('Opened a case')).toBeVisible();

  // The case of a person is in no list of an editor.
  await page.goto(queuePath);
  const cases = page.getByRole('list', { name: 'Cases' }).getByRole('listitem');
  await expect(cases).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Case' });
  await expect(form.getByRole('list', { name: 'Notes' })).toContainText('She is a midwife');
  const now = form.getByRole('region', { name: 'The doctor now' });
  await expect(now).toContainText('Fertility');

  await now.getByRole('link', { name: 'Open the doctor' }).press('Enter');
  const doctors = doctorsScreen(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
  await doctors.field('Specialty').fill('Midwife');
  await page.keyboard.press('Control+Enter');
  await expect(doctors.form).toBeHidden();
  await page.goto(queuePath);
  await expect(cases).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(now).toContainText('Midwife');
  await page.keyboard.press('1');
  await expect(form.getByRole('radio', { name: 'Corrected' })).toBeChecked();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('0 left. 1 decided today by you.')).toBeVisible();

  const { decisions } = await api(moderationApi.decisions.list, { limit: 10 });
  expect(decisions.map(({ verdict, by }) => [verdict, by?.name])).toEqual([['corrected', 'Bola Ige']]);
  expect((await api(moderationApi.cases.get, { id: ofPerson })).state).toBe('open');
});
