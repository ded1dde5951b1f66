import { announcementRoutes } from '#contract/announcements.ts';
import { doctorRoutes } from '#contract/doctors.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { addDoctors } from '#e2e/support/doctors.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { now, skipPauses } from '#e2e/support/skip-pauses.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { untilLoaded } from '#e2e/support/under-way.ts';

/** Milliseconds after which an open record is reloaded. */
const watched = 20_000;

test('an open detail and an open form say who has changed the record, before a save', async ({
  signedIn: page,
  api,
  desk,
}) => {
  const bola = await callsAsStaff(await asColleague(desk));
  const [doctor] = await addDoctors(api, [{ name: 'Ada Obi', specialty: 'Fertility' }]);
  const id = doctor?.id ?? '';
  const { path, panel, heading, field, form } = entityScreen(page, 'doctor');
  const skipUntil = await skipPauses(page, watched);
  await page.goto(`${path}?doctor=${id}`);
  await expect(heading('Dr. Ada Obi')).toBeVisible();
  await bola(doctorRoutes.update, { id, location: 'Lagos' });
  await skipUntil(() => expect(panel.getByText(/^Bola Ige changed location at \d/)).toBeVisible(now));

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(field('Name')).toBeVisible();
  await expect(page.getByText(/^Bola Ige/)).toHaveCount(0);
  // Nothing is typed yet, so the form shows the stored values.
  await bola(doctorRoutes.update, { id, location: 'Abuja' });
  const note = form.getByText(/^Bola Ige changed location at \d{1,2}:\d\d/);
  await skipUntil(() => expect(note).toBeVisible(now));
  await expect(field('Location')).toHaveValue('Abuja');
  await expect(note).not.toContainText('you choose');
  await field('Location').fill('Ibadan');
  await expect(note).toContainText('If you both changed the same field, you choose between the two when you save.');
  await bola(doctorRoutes.remove, { id });
  await skipUntil(() => expect(form.getByText(/^Bola Ige deleted this doctor at \d/)).toBeVisible(now));
  await expect(field('Location')).toHaveValue('Ibadan');
});

test('own changes are not reported, and an idle page sends no requests', async ({ signedIn: page, api }) => {
  const screen = announcementsScreen(page);
  const message = unique('Left alone');
  const { id } = await api(announcementRoutes.create, { message });
  const skipUntil = await skipPauses(page, watched);
  await page.goto(`${screen.path}?announcement=${id}&form=edit`);
  await expect(screen.message).toHaveValue(message);
  await api(announcementRoutes.update, { id, message: `${message} elsewhere` });
  await skipUntil(() => expect(screen.message).toHaveValue(`${message} elsewhere`, now));
  await expect(screen.editor.getByText(/changed message/)).toHaveCount(0);

  await untilLoaded(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.fastForward(10 * 60_000);
  await page.clock.runFor(10 * watched);
  expect(asked.filter((url) => url.endsWith('/admin/announcements'))).toEqual([]);
  await screen.message.press('End');
  const answered = page.waitForResponse('**/admin/announcements');
  await page.clock.fastForward(watched);
  expect((await answered).status()).toBe(304);
});
