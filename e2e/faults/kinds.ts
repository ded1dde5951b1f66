import { announcementRoutes } from '#contract/announcements.ts';
import { api as contract } from '#contract/api.ts';
import { doctorImportApi } from '#contract/doctor-import.ts';
import { doctorRoutes } from '#contract/doctors.ts';
import { type Kind, addressOf, kinds } from '#contract/kinds.ts';
import type { Route } from '#contract/route.ts';
import { phaseCases } from '#e2e/faults/cycle.ts';
import { entityFaults } from '#e2e/faults/entity-faults.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { announcementsScreen } from '#e2e/support/announcements.ts';
import { portrait } from '#e2e/support/pictures.ts';
import { expect } from '#e2e/support/test.ts';
import { hasCommonPage, kindsWithCommonPage, shownKinds } from '#e2e/support/records.ts';
import { routesOf } from '#tests/records/kinds.ts';

/** A picture in the form of a new record. */
function pictureFault(route: Route, kind: Kind, label: string): FaultCase {
  return {
    route,
    where: `the picture of ${kinds[kind].article} ${kinds[kind].one} in the form`,
    arrange: async ({ page }) => {
      await page.goto(`${addressOf(kind)}?form=new`);
      const field = page.getByRole('group', { name: label });
      const beside = field.getByRole('alert');
      return {
        beside,
        act: async () => field.getByLabel('Choose an image').setInputFiles(await portrait('ada.jpg')),
        again: retryIn(field),
        kept: () => expect(beside).toContainText('ada.jpg is still here.'),
        done: () => expect(field.getByRole('button', { name: 'Remove' })).toBeVisible(),
      };
    },
  };
}

const doctorsCases: FaultCase[] = [
  ...entityFaults('doctor', { title: (name) => `Dr. ${name}`, listFailure: 'Error loading doctors: ', quick: true }),
  pictureFault(contract.images.uploadForDoctor, 'doctor', 'Picture'),
  {
    route: doctorImportApi.doctorFile.export,
    where: 'the export of doctors',
    arrange: async ({ page }) => {
      await page.goto(addressOf('doctor'));
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.getByRole('button', { name: 'Export' }).click(),
        done: () => expect(page.getByText(/^Saved awa-doctors-.*\.csv$/)).toBeVisible(),
      };
    },
  },
  {
    route: doctorImportApi.doctorFile.import,
    where: 'the dry run of an import of doctors',
    stays: true,
    arrange: async ({ page }) => {
      await page.getByRole('button', { name: 'Import' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import doctors' });
      const buffer = Buffer.from('Name,Specialty\nDisturbed,Midwifery\n');
      return {
        beside: dialog.getByRole('alert'),
        act: () =>
          dialog.locator('input[type="file"]').setInputFiles({ name: 'doctors.csv', mimeType: 'text/csv', buffer }),
        again: () => dialog.getByRole('button', { name: 'Check again' }).click(),
        kept: () => expect(dialog).toContainText('doctors.csv'),
        done: () => expect(dialog.getByRole('row', { name: 'Added 1' })).toBeVisible(),
      };
    },
  },
  {
    route: doctorRoutes.verify,
    where: 'the dialog of a check',
    arrange: async ({ page, api }) => {
      const { id } = await api(doctorRoutes.create, { name: 'Disturbed', specialty: 'Midwifery' });
      await page.goto(`${addressOf('doctor')}?doctor=${id}`);
      await page.getByRole('button', { name: 'Record a check' }).click();
      const dialog = page.getByRole('dialog', { name: 'Record a check of Dr. Disturbed' });
      await dialog.getByRole('radio', { name: 'On a visit' }).check();
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Record the check' }).click(),
        kept: () => expect(dialog.getByRole('radio', { name: 'On a visit' })).toBeChecked(),
        done: () => expect(page.getByText('Recorded the check of Dr. Disturbed')).toBeVisible(),
      };
    },
  },
];

const announcementsCases: FaultCase[] = [
  ...entityFaults('announcement', {
    screenOf: (page) => {
      const { path, row, field, create, publish, editor, message, save } = announcementsScreen(page);
      const form = page.getByRole('main').locator('form').filter({ has: field });
      return {
        path,
        card: page.getByRole('region', { name: 'All announcements' }),
        row,
        adding: { path, form, save: create, send: publish, inputs: field },
        editing: { form: editor, save, inputs: message },
      };
    },
  }),
  {
    route: contract.announcements.update,
    where: 'Disable in a row',
    arrange: async ({ page, api }) => {
      await api(announcementRoutes.create, { message: 'Disturbed' });
      const { path, row } = announcementsScreen(page);
      await page.goto(path);
      return {
        beside: row('Disturbed').getByRole('alert'),
        act: () => row('Disturbed').getByRole('button', { name: 'Disable' }).click(),
        done: () => expect(row('Disturbed')).toContainText('Inactive'),
      };
    },
  },
];

/** The screen of each kind, with the faults of its calls. Cases that are not listed here are derived from the kind. */
const casesOf: Partial<Record<Kind, FaultCase[]>> = {
  announcement: announcementsCases,
  doctor: doctorsCases,
  phase: phaseCases,
  'pregnancy-week': entityFaults('pregnancy-week', {
    title: (size) => `${size} Week 1`,
    emptyHeading: 'Pregnancy weeks (0)',
    quick: true,
  }),
  secret: [...entityFaults('secret'), pictureFault(contract.images.uploadForSecret, 'secret', 'Image')],
};

/** The calls of the kinds with the common page, as far as a doctor has them too. */
export const walkedWithDoctor = kindsWithCommonPage.flatMap((kind) => {
  const own: Partial<Record<string, Route>> = routesOf(kind);
  return Object.entries(routesOf('doctor')).flatMap(([name, { access }]) => (access === 'staff' && own[name]) || []);
});

const wholeCases = shownKinds
  .filter((kind) => !hasCommonPage(kind))
  .map((kind) => [kinds[kind].many, casesOf[kind] ?? entityFaults(kind)] as const);

/** The calls that each of these kinds makes from a form or a list of its own: with four kinds in a tab. */
const commonCases = [kindsWithCommonPage.slice(0, 4), kindsWithCommonPage.slice(4)].map(
  (some) =>
    [
      some.map((kind) => kinds[kind].many).join(', '),
      some.flatMap((kind) => {
        const { list, create } = routesOf(kind);
        return entityFaults(kind).filter(({ route }) => route === list || route === create);
      }),
    ] as const,
);

export const kindCases = [...wholeCases, ...commonCases];
