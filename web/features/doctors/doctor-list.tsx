import { Box, Button } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { failures } from '#contract/errors.ts';
import type { Doctor } from '#contract/doctors.ts';
import { explain } from '#web/api/call.ts';
import { failureOf } from '#web/api/query.ts';
import type { useDeleteQuestion } from '#web/entity/use-delete-question.ts';
import type { useEntityAddress } from '#web/entity/use-entity-address.ts';
import type { useEntityList } from '#web/entity/use-entity-list.ts';
import type { useEntityOrder } from '#web/entity/use-entity-order.ts';
import { doctor } from '#web/features/doctors/doctor.tsx';
import { DoctorRow } from '#web/features/doctors/doctor-row.tsx';
import { filterDoctors, specialtiesOf } from '#web/features/doctors/filter-doctors.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { useSearchText } from '#web/lib/use-search-text.ts';
import { FilterField } from '#web/ui/filter-field.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { ListCard } from '#web/ui/split-page.tsx';

const route = getRouteApi('/admin/desk/doctors');

type DoctorListProps = {
  list: ReturnType<typeof useEntityList<Doctor>>;
  order: ReturnType<typeof useEntityOrder<Doctor>>;
  address: ReturnType<typeof useEntityAddress<Doctor>>;
  deletion: ReturnType<typeof useDeleteQuestion<Doctor>>;
};

/** The doctors in the order of the app, under search and specialty. */
export function DoctorList({ list, order, address, deletion }: DoctorListProps) {
  const { search = '', specialty } = route.useSearch();
  const navigate = route.useNavigate();
  const filterBy = (next: { search?: string | undefined; specialty?: string | undefined }, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace, resetScroll: false });
  const [text, setText] = useSearchText(search, (next) => {
    if (next.trim() !== search) filterBy({ search: next.trim() || undefined }, true);
  });
  // Typing has priority: the rows follow it.
  const term = useDeferredValue(text).trim();
  const doctors = order.things;
  const shown = useMemo(() => doctors && filterDoctors(doctors, term, specialty), [doctors, term, specialty]);
  const specialties = useMemo(() => specialtiesOf(doctors ?? []), [doctors]);
  // A specialty in the address that no doctor has any more gives an empty list.
  const options = [...new Set([...specialties, ...(specialty ? [specialty] : [])])];
  const filtered = term !== '' || specialty !== undefined;
  const refusals = [order.error ? explain(order.error) : undefined, deletion.refused?.failed];
  return (
    <ListCard
      title={shown ? `Doctors (${formatInteger(shown.length)})` : 'Doctors'}
      hint={shown && shown.length > 0 && (filtered ? 'Show all to change the order' : 'In the order of the app')}
      tools={
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
      }
    >
      {refusals.map(
        (failed) =>
          failed && (
            <Box key={failed.message} p="md">
              <InlineFailure failed={failed} />
            </Box>
          ),
      )}
      <ListStates
        {...failureOf(list)}
        failed={list.error ? loading(explain(list.error)) : undefined}
        rows={shown}
        skeleton={{ shape: 'picture', rows: 8, label: 'Loading doctors' }}
        empty={{
          icon: IconStethoscope,
          title: 'No doctors yet',
          sentence: 'Add the first one and people find them in the app.',
          action: <Button onClick={address.add}>Add a doctor</Button>,
        }}
        noMatch={
          filtered
            ? {
                title: term ? `No doctors match “${term}”` : `No doctors of ${specialty}`,
                sentence: term
                  ? 'Search looks for any part of a name or specialty. Marks and capitals do not matter.'
                  : 'Nobody in the directory has this specialty now.',
                action: (
                  <Button
                    onClick={() => {
                      setText('');
                      filterBy({ specialty: undefined });
                    }}
                  >
                    Show all doctors
                  </Button>
                ),
              }
            : undefined
        }
      >
        {(rows) => (
          <SortableList
            label="Doctors"
            items={rows}
            titleOf={(thing) => doctor.title(thing)}
            current={address.id}
            rowHeight={5}
            onMove={filtered ? undefined : order.move}
          >
            {(thing, at, move) => (
              <DoctorRow thing={thing} {...at} onMove={move} onEdit={address.edit} onDelete={deletion.ask} />
            )}
          </SortableList>
        )}
      </ListStates>
    </ListCard>
  );
}

/** The specification's message, which contains the reason. */
const loading = ({ detail = '', requestId }: ShownFailure) => ({ message: failures.doctors.load(detail), requestId });
