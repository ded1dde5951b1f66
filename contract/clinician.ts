import { z } from 'zod';
import { text } from '#contract/common.ts';
import { ruled } from '#contract/entity.ts';
import { failures } from '#contract/errors.ts';
import { Clinician } from '#contract/rota.ts';
import { route } from '#contract/route.ts';

/** The clinician on call. Without name and phone number, no clinician is named. */
export const ClinicianFields = ruled(
  z.strictObject({ name: text({ max: 100, name: 'Name' }), phone: text({ max: 40, name: 'Phone' }) }),
  ({ name, phone }: { name: string; phone: string }) => ({
    ...(name === '' && phone !== '' && { name: 'Enter the name, or leave both empty' }),
    ...(phone === '' && name !== '' && { phone: 'Enter the phone number, or leave both empty' }),
  }),
);

/** A contract of its own, as only the page of the rota changes the clinician. */
export const clinicianApi = {
  clinician: {
    update: route('PUT /admin/moderation/clinician', {
      summary: 'Name the clinician on call, with the phone number. Without both, no clinician is named.',
      input: ClinicianFields,
      output: z.object({ clinician: Clinician.nullable() }),
      roles: ['administrator'],
      failure: failures.safety.changeClinician,
    }),
  },
};
