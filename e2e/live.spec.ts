import { announcementRoutes } from '#contract/announcements.ts';
import { doctorRoutes } from '#contract/doctors.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { liveRoutes } from '#contract/live.ts';
import { announcementsScreen, unique } from '#e2e/support/announcements.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { ladyDuePath } from '#e2e/support/card-editor.ts';
import { addDoctors } from '#e2e/support/doctors.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { addTree, rowsOf } from '#e2e/support/lady-due-tree.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { boxAtRest } from '#e2e/support/viewports.ts';

test.use({ live: true });

test('a record added by a colleague appears in an open list, and the focused element stays in place', async ({
  signedIn: page,
  api,
  desk,
}) => {
  const bola = await callsAsStaff(await asColleague(desk));
  const [first, added] = [unique('Read by somebody'), unique('Added by Bola')];
  await api(announcementRoutes.create, { message: first });
  for (let count = 0; count < 12; count += 1) await api(announcementRoutes.create, { message: unique('One of many') });
  const screen = announcementsScreen(page);
  await page.goto(screen.path);
  const row = screen.row(first);
  const button = row.getByRole('button').first();
  await button.focus();
  const before = await boxAtRest(row);
  await bola(announcementRoutes.create, { message: added });
  await expect(screen.row(added)).toHaveCount(1);
  await expect(button).toBeFocused();
  await expect.poll(async () => (await row.boundingBox())?.y).toBe(before?.y);
});

test('when a colleague deletes a card whose history is open, the panel closes and the next row gets the focus', async ({
  signedIn: page,
  api,
  desk,
}) => {
  const bola = await callsAsStaff(await asColleague(desk));
  const { cards } = await addTree(api);
  await page.goto(ladyDuePath);
  await page.getByRole('button', { name: 'Actions for What a cycle is' }).click();
  await page.getByRole('menuitem', { name: 'History', exact: true }).click();
  const panel = page.getByRole('complementary', { name: /^History/ });
  await expect(panel.getByRole('heading', { name: 'History' })).toBeFocused();
  await bola(ladyDueApi.cards.remove, { id: cards[0]?.id ?? '' });
  await expect(rowsOf(page).getByRole('link')).toHaveText(['Ìrora', 'Warmth', 'Tea']);
  await expect(panel).toHaveCount(0);
  await expect(rowsOf(page).getByRole('link', { name: 'Ìrora' })).toBeFocused();
});

test('a form names colleagues with the same record open, their changes and a deletion, and keeps the typed text', async ({
  signedIn: page,
  api,
  desk,
}) => {
  const bola = await callsAsStaff(await asColleague(desk));
  const [doctor] = await addDoctors(api, [{ name: 'Ada Obi', specialty: 'Fertility' }]);
  const id = doctor?.id ?? '';
  const { path, field, form } = entityScreen(page, 'doctor');
  await page.goto(`${path}?doctor=${id}&form=edit`);
  await field('Location').fill('Ibadan');
  await bola(liveRoutes.presence, { kind: 'doctor', id });
  await expect(form.getByText('Bola Ige has this open')).toBeVisible();
  await bola(liveRoutes.presence, { kind: 'doctor', id, leaving: 'true' });
  await expect(form.getByText('Bola Ige has this open')).toBeHidden();
  await bola(doctorRoutes.update, { id, location: 'Lagos' });
  await expect(form.getByText(/^Bola Ige changed location at \d/)).toBeVisible();
  await bola(doctorRoutes.remove, { id });
  await expect(form.getByText(/^Bola Ige deleted this doctor at \d/)).toBeVisible();
  await expect(field('Location')).toHaveValue('Ibadan');
  await expect(field('Location')).toBeFocused();

  // Once the form is left, Bola no longer sees the name.
  const opened = { kind: 'doctor', id } as const;
  expect((await bola(liveRoutes.presence, opened)).others).toHaveLength(1);
  await page.getByRole('link', { name: 'Announcements' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(async () => (await bola(liveRoutes.presence, opened)).others).toEqual([]);
});
