import { useMemo } from 'react';
import { doctorFields, type Doctor } from '#contract/doctors.ts';
import { useEntityFilter } from '#web/entity/list/use-entity-filter.tsx';
import { filterDoctors, specialtiesOf } from '#web/features/doctors/filter-doctors.ts';

const option = ([value, label]: [string, string]) => ({ value, label });
const activeOptions = Object.entries({ yes: 'Active', no: 'Inactive' }).map(option);
const availabilityOptions = Object.entries(doctorFields.fields.availabilityStatus.options).map(option);

/** Search and filters of the doctors. */
export function useDoctorFilter(doctors: readonly Doctor[] | undefined) {
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
    filter: filterDoctors,
  });
}
