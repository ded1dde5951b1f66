import { useCallback, useMemo } from 'react';
import { doctorFields, type Doctor } from '#contract/doctors.ts';
import { useEntityFilter } from '#web/entity/list/use-entity-filter.tsx';
import { type DoctorFilter, filterDoctors, specialtiesOf } from '#web/features/doctors/filter-doctors.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';

const option = ([value, label]: [string, string]) => ({ value, label });
const activeOptions = Object.entries({ yes: 'Active', no: 'Inactive', 'check-due': 'Check due' }).map(option);
const availabilityOptions = Object.entries(doctorFields.fields.availabilityStatus.options).map(option);

/** Search and filters of the doctors. */
export function useDoctorFilter(doctors: readonly Doctor[] | undefined) {
  const now = useNow(serverNow);
  const filter = useCallback(
    (all: readonly Doctor[], text: string, chosen: DoctorFilter) => filterDoctors(all, text, chosen, now),
    [now],
  );
  const specialties = useMemo(() => specialtiesOf(doctors ?? []), [doctors]);
  return useEntityFilter(doctors, {
    many: 'doctors',
    label: 'Search by name or specialty',
    sentence: 'Search looks for any part of a name or specialty.',
    choices: [
      {
        name: 'specialty',
        label: 'Specialty',
        otherwise: 'All Specialties',
        options: specialties.map((value) => ({ value, label: value })),
      },
      { name: 'active', label: 'Status', otherwise: 'Any status', options: activeOptions },
      { name: 'availability', label: 'Availability', otherwise: 'Any availability', options: availabilityOptions },
    ],
    filter,
  });
}
