import type { Page } from '@playwright/test';
import { type Doctor, doctorRoutes } from '#contract/doctors.ts';
import type { Input } from '#contract/route.ts';
import type { Call } from '#e2e/support/calls.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';

/** The parts of the doctors screen. */
export function doctorsScreen(page: Page) {
  const screen = entityScreen(page, 'doctor');
  return {
    ...screen,
    search: page.getByRole('searchbox', { name: 'Search by name or specialty' }),
    specialty: page.getByRole('combobox', { name: 'Specialty' }).and(page.locator('button')),
    status: page.getByRole('combobox', { name: 'Status' }),
    availability: page.getByRole('combobox', { name: 'Availability' }),
    add: page.getByRole('button', { name: 'Add Doctor' }),
    languages: screen.form.getByRole('combobox', { name: 'Languages' }),
  };
}

/** Adds doctors through the API, in their order. */
export async function addDoctors(api: Call, given: Input<typeof doctorRoutes.create>[]): Promise<Doctor[]> {
  const added: Doctor[] = [];
  for (const doctor of given) added.push(await api(doctorRoutes.create, doctor));
  return added;
}
