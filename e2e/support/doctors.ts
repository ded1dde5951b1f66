import type { Page } from '@playwright/test';
import { type Doctor, doctors } from '#contract/doctors.ts';
import type { Input } from '#contract/route.ts';
import type { Call } from '#e2e/support/calls.ts';

/** The parts of the doctors screen. */
export function doctorsScreen(page: Page) {
  const list = page.getByRole('list', { name: 'Doctors' });
  const panel = page.getByRole('region', { name: 'Doctor', exact: true });
  const form = page.getByRole('form', { name: /^(Add doctor|Edit Dr\. )/ });
  const row = (name: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
  return {
    path: '/admin/desk/doctors',
    list,
    rows: list.getByRole('listitem'),
    row,
    link: (name: string) => list.getByRole('link', { name, exact: true }),
    names: () => list.getByRole('link').allTextContents(),
    search: page.getByRole('searchbox', { name: 'Search by name or specialty' }),
    specialty: page.getByRole('combobox', { name: 'Specialty' }).and(page.locator('select')),
    add: page.getByRole('button', { name: 'Add Doctor' }),
    panel,
    heading: (name: string) => page.getByRole('heading', { level: 2, name, exact: true }),
    form,
    field: (name: string) =>
      form.getByRole('textbox', { name, exact: true }).or(form.getByRole('combobox', { name, exact: true })),
    languages: form.getByRole('combobox', { name: 'Languages' }),
    save: form.getByRole('button', { name: 'Save doctor' }),
    cancel: form.getByRole('button', { name: 'Cancel' }),
    leave: page.getByRole('dialog', { name: 'Leave without saving?' }),
  };
}

/** Adds doctors through the API, in their order. */
export async function addDoctors(api: Call, given: Input<typeof doctors.create>[]): Promise<Doctor[]> {
  const added: Doctor[] = [];
  for (const doctor of given) added.push(await api(doctors.create, doctor));
  return added;
}
