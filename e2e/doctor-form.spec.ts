import { doctorRoutes } from '#contract/doctors.ts';
import { historyRoutes } from '#contract/history.ts';
import { type Call, callsAsStaff } from '#e2e/support/calls.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expectFitsPhone, phone } from '#e2e/support/viewports.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test as plain } from '#e2e/support/test.ts';
import { expectAccessible } from '#e2e/support/axe.ts';
import { disableStorage } from '#e2e/support/disable-browser-apis.ts';

/** The API calls of a colleague, Bola Ige. */
const test = plain.extend<{ bola: Call }>({
  bola: async ({ desk }, provide) => provide(await callsAsStaff(await asColleague(desk))),
});

test('a new doctor on a phone: every field, errors beside it, nothing lost by a failure', async ({
  signedIn: page,
  api,
  guard,
}) => {
  guard.expectErrors(/status of (422|500)/);
  await page.setViewportSize(phone);
  const { path, add, form, field, languages, save, heading, link } = doctorsScreen(page);
  await page.goto(path);
  await add.click();
  await expect(field('Name')).toBeFocused();
  await expectFitsPhone(page);
  await save.click();
  await expect(form.getByText('2 fields to correct')).toBeVisible();
  await expect(field('Name')).toBeFocused();
  await expect(field('Name')).toHaveAccessibleDescription(/Name is required/);

  await field('Name').fill('dr. Ṣadé Awólọ́wọ̀ 🌸');
  await field('Specialty').fill('Fertility');
  await field('Bio').fill('She listens.');
  await expect(form.getByText('12 of 2,000')).toBeHidden();
  await field('Bio').fill('a'.repeat(1600));
  await expect(form.getByText('1,600 of 2,000')).toBeVisible();
  await field('Bio').fill('She listens.');
  await field('Email').fill('sade@');
  await field('Phone').fill('+234 803 555 0142');
  await field('Location').fill('Ìbàdàn, Oyo');
  await languages.fill('English, Yorùbá,');
  await languages.pressSequentially('yorùbá,Igbo;French');
  await languages.press('Enter');
  await form.getByRole('button', { name: 'Remove French' }).click();
  await expect(languages).toBeFocused();
  await field('Consultation fee').fill('25k');
  await field('Rating').fill('4.85');
  await field('Years of experience').fill('12');
  await form.getByRole('radio', { name: 'Busy' }).check();
  await field('Booking link').fill('calendly');
  await form.getByRole('switch', { name: 'Active' }).uncheck();
  await expectFitsPhone(page);
  // A closed tab does not lose it.
  await expect(form.getByText('Kept on this device')).toBeVisible();
  await page.reload();
  await form.getByRole('button', { name: /^Continue editing/ }).click();
  await save.click();
  await expect(form.getByText('4 fields to correct')).toBeVisible();
  await expect(field('Email')).toBeFocused();
  await expect(field('Consultation fee')).toHaveAccessibleDescription('Enter a number, like 25000');
  await expect(field('Consultation fee')).toHaveValue('25k');
  await expectAccessible(page);

  await field('Email').fill('sade@clinic.example');
  await field('Consultation fee').fill('25,000.50');
  await field('Rating').fill('4.8');
  await field('Booking link').fill('calendly.com/sade');
  await save.focus();
  await expect(field('Booking link')).toHaveValue('https://calendly.com/sade');
  const fault = { title: 'Internal Server Error', code: 'internal', requestId: '0badc0de-f1', type: 'about:blank' };
  await page.route(`**${doctorRoutes.create.path}`, (route) =>
    route.fulfill({ status: 500, json: { ...fault, status: 500, detail: 'Something went wrong on the server.' } }),
  );
  await save.click();
  await expect(form.getByRole('alert')).toContainText(
    'Failed to create doctorSomething went wrong on the server.Request 0badc0de-f1',
  );
  await expectFitsPhone(page);
  // Errors that only the server finds are shown at their field too.
  await page.unrouteAll();
  const errors = [{ path: 'languages.1', message: 'Yorùbá is there twice' }];
  await page.route(`**${doctorRoutes.create.path}`, (route) =>
    route.fulfill({ status: 422, json: { ...fault, status: 422, detail: 'Not valid', code: 'invalid', errors } }),
  );
  await save.click();
  await expect(form.getByText('1 field to correct')).toBeVisible();
  await expect(languages).toHaveAccessibleDescription(/Yorùbá is there twice/);
  await page.unrouteAll();
  await save.click();
  await expect(heading('Dr. Ṣadé Awólọ́wọ̀ 🌸')).toBeVisible();
  await expect(page.getByText('Added Dr. Ṣadé Awólọ́wọ̀ 🌸')).toBeVisible();
  expect((await api(doctorRoutes.list, {})).doctors).toMatchObject([
    {
      name: 'Ṣadé Awólọ́wọ̀ 🌸'.normalize('NFC'),
      specialty: 'Fertility',
      languages: ['English', 'Yorùbá'.normalize('NFC'), 'Igbo'],
      consultationFee: 25000.5,
      rating: 4.8,
      yearsOfExperience: 12,
      availabilityStatus: 'busy',
      isActive: false,
      displayOrder: 0,
    },
  ]);
  await page.goBack();
  await page.getByRole('button', { name: 'Doctors', exact: true }).click();
  await expect(link('Dr. Ṣadé Awólọ́wọ̀ 🌸')).toBeVisible();
});

test('by the keyboard alone: adds, edits, leaves with changes, deletes, undoes', async ({ signedIn: page, api }) => {
  await addDoctors(api, [{ name: 'Uche Ibe', specialty: 'Fertility' }]);
  const { path, add, form, field, languages, save, cancel, leave, heading, panel, link, row, search } =
    doctorsScreen(page);
  const press = async (target: Parameters<typeof tabTo>[1]) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  await page.goto(path);
  // Suggestions come from the list.
  await expect(row('Dr. Uche Ibe')).toBeVisible();
  await press(add);
  await expect(field('Name')).toBeFocused();
  await page.keyboard.type('Hauwa Kwari');
  await page.keyboard.press('Tab');
  await page.keyboard.type('fert');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field('Specialty')).toHaveValue('Fertility');
  await tabTo(page, languages);
  await page.keyboard.type('Hausa,English,');
  await tabTo(page, form.getByRole('radio', { name: 'Available', exact: true }));
  await page.keyboard.press('ArrowRight');
  await press(save);
  await expect(heading('Dr. Hauwa Kwari')).toBeFocused();
  await expect(panel).toContainText('Busy');
  await expect(panel).toContainText('Hausa, English');

  await press(panel.getByRole('button', { name: 'Edit' }));
  await expect(field('Name')).toBeFocused();
  await expect(form.getByText(/not in the desk yet$/)).toBeHidden();
  await page.keyboard.press('End');
  await page.keyboard.type('-Bello');
  await expect(form.getByText(/not in the desk yet$/)).toBeVisible();
  await press(cancel);
  const keepWriting = leave.getByRole('button', { name: 'Keep editing' });
  await expect(keepWriting).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field('Name')).toHaveValue('Hauwa Kwari-Bello');
  await expect(cancel).toBeFocused();
  // Searching does not leave the form.
  await search.fill('uche');
  await expect(page).toHaveURL(/search=uche/);
  await expect(leave).toBeHidden();
  await search.fill('');
  await expect(page).not.toHaveURL(/search=/);
  // Every way of leaving asks: another doctor, another page, back.
  await link('Dr. Uche Ibe').focus();
  await page.keyboard.press('Enter');
  await expect(keepWriting).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(leave).toBeHidden();
  await page.goBack();
  await expect(keepWriting).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(leave).toBeHidden();
  await page.getByRole('link', { name: 'Users' }).focus();
  await page.keyboard.press('Enter');
  await expect(keepWriting).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(leave).toBeHidden();
  await expect(field('Name')).toHaveValue('Hauwa Kwari-Bello');
  await press(cancel);
  await expect(keepWriting).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('No doctor selected');
  await expect(link('Dr. Hauwa Kwari')).toBeFocused();

  // The typed text is offered as a draft.
  await page.keyboard.press('Enter');
  await press(panel.getByRole('button', { name: /^Continue editing/ }));
  await expect(field('Name')).toHaveValue('Hauwa Kwari-Bello');
  await tabTo(page, field('Name'));
  await page.keyboard.press('Enter');
  await expect(heading('Dr. Hauwa Kwari-Bello')).toBeFocused();
  await expect(page.getByText('Saved Dr. Hauwa Kwari-Bello')).toBeVisible();

  await press(page.getByRole('button', { name: 'Delete Dr. Hauwa Kwari-Bello' }));
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(row('Dr. Hauwa Kwari-Bello')).toHaveCount(0);
  await press(page.getByRole('button', { name: 'Undo: Deleted Dr. Hauwa Kwari-Bello' }));
  await expect(row('Dr. Hauwa Kwari-Bello')).toBeVisible();
});

test('a colleague saves the same doctor: other fields merge, the same ones conflict, and History has all versions', async ({
  signedIn: page,
  api,
  bola,
  guard,
}) => {
  guard.expectErrors(/status of 412/);
  const [doctor] = await addDoctors(api, [
    { name: 'Uche Ibe', specialty: 'Fertility', languages: ['English'], consultationFee: 5000, location: 'Enugu' },
  ]);
  const id = doctor?.id ?? '';
  const { path, field, languages, save, heading, panel } = doctorsScreen(page);
  await page.goto(`${path}?doctor=${id}&form=edit`);
  await field('Location').fill('Nsukka');
  await languages.fill('Igbo,');
  await field('Consultation fee').fill('6000');
  await bola(doctorRoutes.update, {
    id,
    specialty: 'Family medicine',
    languages: ['English', 'Hausa'],
    consultationFee: 7000,
  });
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Bola Ige saved changes to this doctor while you were editing' });
  await expect(dialog.getByRole('radio', { name: /^Mine/ }).first()).toHaveAccessibleDescription('₦6,000.00');
  await expect(dialog.getByRole('radiogroup', { name: 'Languages' })).toContainText('Igbo');
  await expect(dialog).toContainText('Bola Ige also changed Specialty.');
  await expectAccessible(page);
  await dialog.getByRole('radiogroup', { name: 'Languages' }).getByRole('radio', { name: /^Mine/ }).check();
  await dialog
    .getByRole('radiogroup', { name: 'Consultation fee' })
    .getByRole('radio', { name: /^Theirs/ })
    .check();
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await expect(heading('Dr. Uche Ibe')).toBeVisible();
  const facts = ['Family medicine', 'Nsukka', '₦7,000.00', 'English, Igbo'];
  for (const fact of facts) await expect(panel.getByText(fact, { exact: true })).toBeVisible();

  await panel.getByRole('button', { name: 'History' }).click();
  const past = page.getByRole('complementary', { name: 'History Dr. Uche Ibe' });
  await past.getByRole('button', { name: /^Created/ }).click();
  await expect(past).toContainText('₦5,000.00');
  await expect(past, 'what differs comes first').toContainText(/Consultation fee.*Name\s*Uche Ibe/s);
  await expectAccessible(page);
  await past.getByRole('button', { name: 'Restore this version' }).click();
  await expect(past.getByRole('listitem').first()).toContainText('Restored');
  await past.getByRole('button', { name: 'Close' }).click();
  await expect(panel.getByRole('button', { name: 'History' })).toBeFocused();
  await expect(panel.getByText('₦5,000.00', { exact: true })).toBeVisible();
  const { revisions } = await api(historyRoutes.revisions, { kind: 'doctor', id });
  expect(revisions.map(({ action }) => action)).toEqual(['restore', 'update', 'update', 'create']);
});

test('closing the tab asks first when the device keeps nothing', async ({ page, desk, guard }) => {
  guard.expectErrors(/status of 401/);
  await disableStorage(page);
  await openAndSignIn(page, desk);
  const { path, form, field, cancel, leave } = doctorsScreen(page);
  await page.goto(`${path}?form=new`);
  await field('Name').fill('Nobody');
  await expect(form.getByText('This device can’t keep a draft. Save to keep your text')).toBeVisible();
  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;
  await cancel.click();
  await expect(leave).toHaveAccessibleDescription(/is lost if you leave/);
});

test('a language is kept as a draft from its first letter', async ({ signedIn: page }) => {
  const { path, form, field, languages, save, panel, heading } = doctorsScreen(page);
  await page.goto(`${path}?form=new`);
  await languages.fill('Hausa,');
  await languages.pressSequentially('Yorùb');
  await page.reload();
  await page.getByRole('button', { name: /^Continue editing/ }).click();
  for (const tag of ['Hausa', 'Yorùb']) await expect(form.getByRole('button', { name: `Remove ${tag}` })).toBeVisible();
  await form.getByRole('button', { name: 'Remove Yorùb' }).click();
  await languages.pressSequentially('Efik');
  // Removing a tag leaves the unfinished text alone.
  await form.getByRole('button', { name: 'Remove Hausa' }).click();
  await expect(languages).toHaveValue('Efik');
  await field('Name').fill('Ubong Etim');
  await expect(form.getByRole('button', { name: 'Remove Efik' })).toBeVisible();
  await field('Specialty').fill('Midwifery');
  await save.click();
  await expect(heading('Dr. Ubong Etim')).toBeVisible();
  await expect(panel.getByText('Efik', { exact: true })).toBeVisible();
});

test('deleted by a colleague: the typed values can become a new doctor', async ({ signedIn: page, api, guard }) => {
  guard.expectErrors(/status of 404/);
  const [doctor] = await addDoctors(api, [{ name: 'Soon Gone', specialty: 'Nutrition', rating: 4 }]);
  const { path, form, field, save, cancel, leave, add, heading } = doctorsScreen(page);
  await page.goto(`${path}?doctor=${doctor?.id}&form=edit`);
  await field('Name').fill('Not Gone');
  await api(doctorRoutes.remove, { id: doctor?.id ?? '' });
  await save.click();
  await expect(form.getByRole('alert')).toContainText('Someone deleted it while you were editing.');
  await expect(field('Name')).toHaveValue('Not Gone');
  await cancel.click();
  await leave.getByRole('button', { name: 'Leave' }).click();
  await add.click();
  await page.getByRole('button', { name: /^Continue editing/ }).click();
  await expect(field('Rating')).toHaveValue('4');
  await save.click();
  await expect(heading('Dr. Not Gone')).toBeVisible();
});
