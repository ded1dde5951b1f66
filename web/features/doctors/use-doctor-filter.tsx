import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import type { Doctor } from '#contract/doctors.ts';
import type { EntityFilter } from '#web/entity/entity-page.tsx';
import { filterDoctors, specialtiesOf } from '#web/features/doctors/filter-doctors.ts';
import { useSearchText } from '#web/lib/use-search-text.ts';
import { FilterField } from '#web/ui/filter-field.tsx';
import { SearchField } from '#web/ui/search-field.tsx';

const route = getRouteApi('/admin/desk/doctors');

/** Search and specialty, which stand in the address, and the doctors that they leave. */
export function useDoctorFilter(doctors: readonly Doctor[] | undefined): EntityFilter<Doctor> {
  const { search = '', specialty } = route.useSearch();
  const navigate = route.useNavigate();
  const filterBy = (next: { search?: string | undefined; specialty?: string | undefined }, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace, resetScroll: false });
  const [text, setText] = useSearchText(search, (next) => {
    if (next.trim() !== search) filterBy({ search: next.trim() || undefined }, true);
  });
  // Typing has priority: the rows follow it.
  const term = useDeferredValue(text).trim();
  const shown = useMemo(() => doctors && filterDoctors(doctors, term, specialty), [doctors, term, specialty]);
  const specialties = useMemo(() => specialtiesOf(doctors ?? []), [doctors]);
  // A specialty in the address that no doctor has any more gives an empty list.
  const options = [...new Set([...specialties, ...(specialty ? [specialty] : [])])];
  return {
    tools: (
      <>
        <SearchField label="Search by name or specialty" value={text} onChange={setText} />
        <FilterField
          label="Specialty"
          spoken
          otherwise="All Specialties"
          value={specialty}
          options={options.map((value) => ({ value, label: value }))}
          onChange={(next) => filterBy({ specialty: next })}
        />
      </>
    ),
    shown,
    noMatch: term
      ? {
          title: `No doctors match “${term}”`,
          sentence: 'Search looks for any part of a name or specialty. Accents and capital letters don’t matter.',
        }
      : specialty === undefined
        ? undefined
        : { title: `No doctors of ${specialty}`, sentence: 'No doctor in the list has this specialty.' },
    onShowAll: () => {
      setText('');
      filterBy({ specialty: undefined });
    },
  };
}
