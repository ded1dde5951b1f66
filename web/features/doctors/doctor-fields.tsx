import { Autocomplete } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { fold } from '#contract/fold.ts';
import { doublesAmong } from '#contract/doctor-doubles.ts';
import { imageRoutes } from '#contract/images.ts';
import { maxRating, type Doctor, withoutTitle, withTitle } from '#contract/doctors.ts';
import { EntityFields } from '#web/entity/form/entity-fields.tsx';
import type { FieldsForm } from '#web/entity/form/use-entity-form.tsx';
import { DoubleNote } from '#web/features/doctors/double-note.tsx';
import { doctorEntity } from '#web/features/doctors/doctor.tsx';
import { specialtiesOf } from '#web/features/doctors/filter-doctors.ts';
import { Avatar } from '#web/ui/avatar.tsx';

/** The most suggestions that are shown at once. */
const maxSuggested = 20;

const suggested = {
  limit: maxSuggested,
  filter: ({ options, search }: { options: unknown[]; search: string }) =>
    (options as { value: string; label: string }[]).filter(({ label }) => fold(label).includes(fold(search.trim()))),
};

const alphabet = new Intl.Collator('en');
const languagesOf = (doctors: readonly Doctor[]) =>
  [...new Set(doctors.flatMap(({ languages }) => languages))].sort(alphabet.compare);

const rows = [
  ['profileImage'],
  ['name', 'specialty'],
  ['bio'],
  ['email', 'phone'],
  ['licenceNumber', 'location'],
  ['languages'],
  ['consultationFee', 'rating', 'yearsOfExperience'],
  ['availabilityStatus'],
  ['calendlyUrl'],
  ['imageUrl'],
  ['displayOrder'],
] as const;

type DoctorFieldsProps = {
  form: FieldsForm<typeof doctorEntity.blank>;
  /** The id of the doctor in the preview; it determines the tint. */
  id: string;
  /** All doctors; their values are the suggestions. */
  records: readonly Doctor[];
};

/** The fields of a doctor that can be edited. */
export function DoctorFields({ form, id, records }: DoctorFieldsProps) {
  const { name, phone, imageUrl } = form.form.values;
  const doublesOf = useMemo(() => doublesAmong(records), [records]);
  // Typing has priority: the notes follow later.
  const [named, called] = [useDeferredValue(name), useDeferredValue(phone)];
  const { sameName, samePhone } = useMemo(
    () => doublesOf({ name: named, phone: called }, (doctor) => doctor.id === id),
    [doublesOf, named, called, id],
  );
  const specialties = useMemo(() => specialtiesOf(records), [records]);
  const languages = useMemo(() => languagesOf(records), [records]);
  return (
    <EntityFields
      entity={doctorEntity}
      form={form}
      rows={rows}
      inputs={{
        profileImage: {
          upload: imageRoutes.uploadForDoctor,
          shape: 'round',
          shows: name ? withTitle(name) : 'The doctor',
          fallback: <Avatar id={id} name={withoutTitle(name)} image={imageUrl} size={72} />,
        },
        name: {
          description: (
            <>
              “Dr.” is added for you.
              <DoubleNote what="the same name" doctors={sameName} />
            </>
          ),
        },
        specialty: (
          <Autocomplete {...form.field('specialty')} required openOnFocus={false} data={specialties} {...suggested} />
        ),
        phone: { type: 'tel', description: <DoubleNote what="the same number" doctors={samePhone} /> },
        licenceNumber: { description: 'Such as MDCN 12345. The app does not show it.' },
        languages: { data: languages, ...suggested },
        rating: { description: `0 to ${maxRating}, such as 4.8` },
        calendlyUrl: { placeholder: 'https://calendly.com/' },
        imageUrl: { description: 'Used when no picture is uploaded.' },
      }}
    />
  );
}
