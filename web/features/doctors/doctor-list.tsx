import { Button } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { failures } from '#contract/errors.ts';
import type { Doctor } from '#contract/doctors.ts';
import { explain } from '#web/api/call.ts';
import { DoctorRows } from '#web/features/doctors/doctor-rows.tsx';
import classes from '#web/features/doctors/doctor-list.module.css';
import { filterDoctors, specialtiesOf } from '#web/features/doctors/filter-doctors.ts';
import type { useDoctors } from '#web/features/doctors/use-doctors.ts';
import type { useOrder } from '#web/features/doctors/use-order.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { FilterField } from '#web/ui/filter-field.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type DoctorListProps = {
  list: ReturnType<typeof useDoctors>;
  order: ReturnType<typeof useOrder>;
  /** Why the last one that was to be deleted was not. */
  removeError: Error | null;
  /** What is typed into the search. */
  text: string;
  onText: (text: string) => void;
  specialty: string | undefined;
  onSpecialty: (specialty: string | undefined) => void;
  current: string | undefined;
  onAdd: () => void;
  onEdit: (doctor: Doctor) => void;
  onDelete: (doctor: Doctor) => void;
};

/** The list beside the panel, with what decides which doctors it shows. */
export function DoctorList(props: DoctorListProps) {
  const { list, order, removeError, text, onText, specialty, onSpecialty, current, onAdd, onEdit, onDelete } = props;
  const doctors = order.doctors;
  // Typing goes first: the rows follow it.
  const term = useDeferredValue(text);
  const shown = useMemo(() => doctors && filterDoctors(doctors, term, specialty), [doctors, term, specialty]);
  const specialties = useMemo(() => specialtiesOf(doctors ?? []), [doctors]);
  // One of the address that nobody has any more is what the list shows: none.
  const options = [...new Set([...specialties, ...(specialty ? [specialty] : [])])];
  const filtered = term.trim() !== '' || specialty !== undefined;
  const clear = () => {
    onText('');
    onSpecialty(undefined);
  };
  return (
    <section className={classes.card} aria-labelledby="doctors-title">
      <div className={classes.tools}>
        <SearchField label="Search by name or specialty" value={text} onChange={onText} />
        <FilterField
          label="Specialty"
          spoken
          otherwise="All Specialties"
          value={specialty}
          options={options.map((value) => ({ value, label: value }))}
          onChange={onSpecialty}
        />
      </div>
      <div className={classes.head}>
        <h2 id="doctors-title" className={classes.title} tabIndex={-1} aria-live="polite">
          Doctors{shown && ` (${formatInteger(shown.length)})`}
        </h2>
        {shown && shown.length > 0 && (
          <p className={classes.hint}>{filtered ? 'Show all to change the order' : 'In the order of the app'}</p>
        )}
      </div>
      {[order.error, removeError].map(
        (error) =>
          error && (
            <div key={error.message} className={classes.failure}>
              <InlineFailure failed={explain(error)} />
            </div>
          ),
      )}
      {list.error && (
        <div className={classes.failure}>
          <FailedPanel failed={loading(list.error)} onRetry={() => void list.refetch()} retrying={list.isFetching} />
        </div>
      )}
      {list.isPending && (
        <div className={classes.scroller}>
          <SkeletonRows shape="picture" rows={8} label="Loading doctors" />
        </div>
      )}
      {shown && shown.length > 0 && (
        <DoctorRows
          doctors={shown}
          current={current}
          onMove={filtered ? undefined : order.move}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
      {shown?.length === 0 && filtered && (
        <Empty
          icon={IconStethoscope}
          title={term.trim() ? `No doctors match “${term.trim()}”` : `No doctors of ${specialty}`}
          sentence={
            term.trim()
              ? 'Search looks for any part of a name or specialty. Marks and capitals do not matter.'
              : 'Nobody in the directory has this specialty now.'
          }
          action={<Button onClick={clear}>Show all doctors</Button>}
        />
      )}
      {shown?.length === 0 && !filtered && (
        <Empty
          icon={IconStethoscope}
          title="No doctors yet"
          sentence="Add the first one and people find them in the app."
          action={<Button onClick={onAdd}>Add a doctor</Button>}
        />
      )}
    </section>
  );
}

/** The specification's sentence, which holds why. */
function loading(error: Error) {
  const { detail, requestId } = explain(error);
  return { message: failures.doctors.load(detail), requestId };
}
