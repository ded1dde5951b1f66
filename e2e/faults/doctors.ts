import { api as contract } from '#contract/api.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { addDoctors, doctorsScreen } from '#e2e/support/doctors.ts';
import { portrait } from '#e2e/support/pictures.ts';
import { expect } from '#e2e/support/test.ts';

async function openDoctors({ page, api }: Fixtures) {
  const [first] = await addDoctors(api, [
    { name: 'Faulted One', specialty: 'Midwifery' },
    { name: 'Faulted Two', specialty: 'Midwifery' },
  ]);
  const screen = doctorsScreen(page);
  await page.goto(screen.path);
  await expect(screen.row('Dr. Faulted One')).toBeVisible();
  return { ...screen, id: first?.id ?? '' };
}

export const doctorsCases: FaultCase[] = [
  {
    route: contract.images.uploadForDoctor,
    where: 'the picture of a doctor in the form',
    arrange: async ({ page }) => {
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
    arrange: async ({ page }) => {
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
    arrange: async ({ page }) => {
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
    arrange: async (fixtures) => {
      const { row, form, field, save, heading } = await openDoctors(fixtures);
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
    arrange: async (fixtures) => {
      const { row } = await openDoctors(fixtures);
      await row('Dr. Faulted One').getByRole('button', { name: 'Delete Dr. Faulted One' }).click();
      const dialog = fixtures.page.getByRole('dialog');
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
    arrange: async (fixtures) => {
      const { page } = fixtures;
      const { link, names } = await openDoctors(fixtures);
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
    arrange: async (fixtures) => {
      const { link, panel } = await openDoctors(fixtures);
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
