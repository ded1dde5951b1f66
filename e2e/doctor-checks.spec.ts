import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { doctorRoutes } from '#contract/doctors.ts';
import { expectAccessible, expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { expect, test } from '#e2e/support/test.ts';

test('doctors are verified, one and several, with one undo', async ({ signedIn: page, api }) => {
  const [ada] = await addDoctors(
    api,
    ['Ada', 'Bola', 'Chi'].map((name) => ({ name, specialty: 'Midwifery', phone: '0803 123 4567' })),
  );
  const { path, panel, box, act, bar, rows } = doctorsScreen(page);
  await page.goto(`${path}?doctor=${ada?.id}`);
  await expect(panel).toContainText('Never checked');
  await panel.getByRole('button', { name: 'Record a check' }).click();
  const one = page.getByRole('dialog', { name: 'Record a check of Dr. Ada' });
  await one.getByRole('button', { name: 'Record the check' }).click();
  await expect(one.getByRole('alert')).toHaveText('Choose how you checked');
  await expectAccessibleInBoth(page);
  await one.getByRole('radio', { name: 'By call' }).check();
  await one.getByRole('button', { name: 'Record the check' }).click();
  await expect(page.getByText('Recorded the check of Dr. Ada')).toBeVisible();
  await expect(panel).toContainText(/Verified on \w+ \d+ by .+, by phone/);

  // A changed number makes the check due again.
  await api(doctorRoutes.update, { id: ada?.id ?? '', phone: '0805 000 0000' });
  await page.goto(`${path}?active=check-due&doctor=${ada?.id}`);
  await expect(panel).toContainText(/Check due: the phone has changed since/);
  await expect(rows).toHaveCount(3);

  await page.setViewportSize(phone);
  await page.goto(`${path}?active=check-due`);
  await box('Dr. Bola').check();
  await box('Dr. Chi').check();
  await expectFitsPhone(page);
  await act('Still right').click();
  const several = page.getByRole('dialog', { name: 'Are these 2 doctors still right?' });
  await several.getByRole('radio', { name: 'From a document' }).check();
  await expectFitsPhone(page);
  await several.getByRole('button', { name: 'Still right' }).click();
  await expect(bar).toBeHidden();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo: Recorded the check of 2 doctors' }).click();
  await expect(rows).toHaveCount(3);
});

test('the form warns of the same name and number, and saves all the same', async ({ signedIn: page, api }) => {
  await addDoctors(api, [{ name: 'Ngọzi Okonkwọ', specialty: 'Midwifery', location: 'Yaba', phone: '0803 123 4567' }]);
  const { path, form, field, save, rows } = doctorsScreen(page);
  await page.goto(`${path}?form=new`);
  await field('Name').fill('okonkwo, dr ngozi');
  const note = form.getByRole('status');
  await expect(note.filter({ hasText: 'the same name' })).toHaveText(
    'Dr. Ngọzi Okonkwọ (Midwifery, Yaba) has the same name. You can save it all the same.',
  );
  await field('Phone').fill('+234 803 123 4567');
  await expect(note.filter({ hasText: 'the same number' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectFitsPhone(page);
  await field('Specialty').fill('Nursing');
  await save.click();
  await expect(page.getByText('Added Dr. okonkwo, dr ngozi')).toBeVisible();
  expect((await api(doctorRoutes.list, {})).doctors).toHaveLength(2);
  await page.goto(path);
  await expect(rows).toHaveCount(2);
});

test('a file with errors is not imported, a corrected one is as one change; all doctors are exported', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of 422/);
  await addDoctors(api, [{ name: 'Ada', specialty: 'Midwifery', phone: '+234 803 123 4567' }]);
  const { path, rows } = doctorsScreen(page);
  await page.goto(path);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import doctors' });
  const choose = async (content: string) => {
    const file = test.info().outputPath(randomUUID(), 'doctors.csv');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await dialog.locator('input[type="file"]').setInputFiles(file);
  };
  await choose('Name;Specialty;Phone\nBola;Nursing;none\nChi;;0805 000 0000\n');
  const errors = dialog.getByRole('list', { name: 'Errors in the file' });
  await expect(errors.getByRole('listitem')).toHaveText([
    'Phone must be a number such as +234 803 123 4567Line 2, Phone',
    'Specialty is requiredLine 3, Specialty',
  ]);
  await expectAccessible(page);
  await choose('Name;Specialty;Phone\nBola;Nursing;0803 123 4567\nChi;Nursing;0805 000 0000\n');
  await expect(dialog.getByRole('row', { name: 'Added 2' })).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Lines with possible doubles' })).toHaveText(
    'Line 2: Dr. Bola has the same number as Dr. Ada',
  );
  await expectAccessibleInBoth(page);
  await page.setViewportSize(phone);
  await expectFitsPhone(page);
  expect((await api(doctorRoutes.list, {})).doctors).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo: Imported: 2 added' }).click();
  await expect(rows).toHaveCount(1);

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export and import' }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^awa-doctors-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^\ufeffID,Name,.*\r\n.*,Ada,Midwifery,/);
});
test.afterEach(() => rm(test.info().outputDir, { recursive: true, force: true }));
