import { z } from 'zod';
import type { AvailabilityStatus } from '#contract/doctors.ts';
import { entitySearch } from '#web/entity/define/entity-search.ts';

// Repeated here, because the contract loads only with the page.
const availability = {
  available: 'available',
  busy: 'busy',
  unavailable: 'unavailable',
} as const satisfies { [Word in AvailabilityStatus]: Word };

/** The search parameters of the doctors page. */
export const DoctorSearch = z.object({
  ...entitySearch('doctor'),
  search: z.coerce.string().optional(),
  specialty: z.coerce.string().optional(),
  active: z.enum(['yes', 'no', 'check-due']).optional().catch(undefined),
  availability: z.enum(availability).optional().catch(undefined),
});
