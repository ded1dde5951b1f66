import { api as contract } from '#contract/api.ts';
import { type Screen, type Stage, retryIn } from '#e2e/faults/scene.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { portrait } from '#e2e/support/pictures.ts';
import { expect } from '#e2e/support/test.ts';

async function openDoctors({ page, api }: Stage) {
  const [first] = await addDoctors(api, [
    { name: 'Faulted One', specialty: 'Midwifery' },
    { name: 'Faulted Two', specialty: 'Midwifery' },
  ]);
  const screen = doctorsScreen(page);
  await page.goto(screen.path);
  await expect(screen.row('Dr. Faulted One')).toBeVisible();
  return { ...screen, id: first?.id ?? '' };
}

export const doctorsScreens: Screen[] = [
  {
    route: contract.images.uploadForDoctor,
    where: 'the picture of a doctor in the form',
    open: async ({ page }) => {
      await page.goto('/admin/desk/doctors?form=new');
      const field = page.getByRole('group', { name: 'Picture' });
      const beside = field.getByRole('alert');
      return {
        beside,
        act: async () => field.getByLabel('Choose an image').setInputFiles(await portrait('ada.jpg')),
        again: retryIn(field),
        kept: () => expect(beside).toContainText('ada.jpg is still here.'),
        done: () => expect(field.getByRole('button', { name: 'Remove' })).toBeVisible(),
      };
    },
  },
  {
    route: contract.doctors.list,
    where: 'the list of doctors',
    open: async ({ page }) => {
      const beside = page.getByRole('region', { name: /^Doctors/ }).getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/doctors'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('heading', { name: 'No doctors yet' })).toBeVisible(),
        failure: 'Error loading doctors: ',
      };
    },
  },
  {
    route: contract.doctors.create,
    where: 'the form of a new doctor',
    open: async ({ page }) => {
      const { path, form, field, save, heading } = doctorsScreen(page);
      await page.goto(`${path}?form=new`);
      await field('Name').fill('Against all odds');
      await field('Specialty').fill('Nutrition');
      return {
        beside: form.getByRole('alert'),
        act: () => save.click(),
        kept: () => expect(field('Name')).toHaveValue('Against all odds'),
        done: () => expect(heading('Dr. Against all odds')).toBeVisible(),
      };
    },
  },
  {
    route: contract.doctors.update,
    where: 'the form of a doctor',
    open: async (stage) => {
      const { row, form, field, save, heading } = await openDoctors(stage);
      await row('Dr. Faulted One').getByRole('button', { name: 'Edit Dr. Faulted One' }).click();
      await field('Bio').fill('Written in spite of all');
      return {
        beside: form.getByRole('alert'),
        act: () => save.click(),
        kept: () => expect(field('Bio')).toHaveValue('Written in spite of all'),
        done: () => expect(heading('Dr. Faulted One')).toBeVisible(),
      };
    },
  },
  {
    route: contract.doctors.remove,
    where: 'the question before a doctor is deleted',
    open: async (stage) => {
      const { row } = await openDoctors(stage);
      await row('Dr. Faulted One').getByRole('button', { name: 'Delete Dr. Faulted One' }).click();
      const dialog = stage.page.getByRole('dialog');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Delete doctor' }).click(),
        done: () => expect(row('Dr. Faulted One')).toHaveCount(0),
      };
    },
  },
  {
    route: contract.doctors.order,
    where: 'the list of doctors',
    open: async (stage) => {
      const { page } = stage;
      const { link, names } = await openDoctors(stage);
      return {
        beside: page.getByRole('region', { name: /^Doctors/ }).getByRole('alert'),
        act: async () => {
          await link('Dr. Faulted Two').focus();
          await page.keyboard.press('Alt+ArrowUp');
          await page.clock.runFor(1000);
        },
        done: () => expect.poll(names).toEqual(['Dr. Faulted Two', 'Dr. Faulted One']),
      };
    },
  },
  {
    route: contract.history.revisions,
    where: 'the line that says who changed a doctor last',
    open: async (stage) => {
      const { link, panel } = await openDoctors(stage);
      const beside = panel.getByRole('alert');
      return {
        beside,
        act: () => link('Dr. Faulted One').click(),
        again: retryIn(beside),
        done: () => expect(panel).toContainText('by Administrator'),
      };
    },
  },
];
