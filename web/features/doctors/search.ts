import { z } from 'zod';
import { doctor } from '#contract/doctors.ts';
import { entitySearch } from '#web/entity/entity-search.ts';

/** The parameters of the doctors page in the address. */
export const DoctorSearch = z.object({
  ...entitySearch('doctor'),
  search: z.coerce.string().optional(),
  specialty: z.coerce.string().optional(),
  active: z.enum(['yes', 'no']).optional().catch(undefined),
  availability: doctor.fields.availabilityStatus.schema.optional().catch(undefined),
});
