import { Autocomplete, Input, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { api } from '#contract/api.ts';
import { doctor as contract, maxRating, type AvailabilityStatus, type Doctor, withTitle } from '#contract/doctors.ts';
import { textLength } from '#contract/common.ts';
import { imageUpload } from '#web/api/upload.ts';
import type { FieldsForm } from '#web/entity/entity-form.tsx';
import type { doctor } from '#web/features/doctors/doctor.tsx';
import { specialtiesOf } from '#web/features/doctors/filter-doctors.ts';
import { Counter } from '#web/ui/counter.tsx';
import { ImageField } from '#web/form/image-field.tsx';
import { NumberField } from '#web/form/number-field.tsx';
import { TagsField } from '#web/form/tags-field.tsx';
import { fold } from '#web/lib/fold.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

/** The most suggestions that are shown at once. */
const maxSuggested = 20;

const suggested = {
  limit: maxSuggested,
  filter: ({ options, search }: { options: unknown[]; search: string }) =>
    (options as { value: string; label: string }[]).filter(({ label }) => fold(label).includes(fold(search.trim()))),
};

const portrait = imageUpload(api.images.uploadForDoctor);

const alphabet = new Intl.Collator('en');
const languagesOf = (doctors: readonly Doctor[]) =>
  [...new Set(doctors.flatMap(({ languages }) => languages))].sort(alphabet.compare);

/** Fields side by side; on phones one below the other. */
const columns = (count: number) => ({
  cols: { base: 1, sm: count },
  spacing: 'lg',
  verticalSpacing: 'md',
});

const availabilities = Object.entries(contract.fields.availabilityStatus.options).map(([value, label]) => ({
  value: value as AvailabilityStatus,
  label,
}));

type DoctorFieldsProps = FieldsForm<typeof doctor.blank> & {
  /** The id of the doctor in the preview, which decides the tint. */
  id: string;
  /** All doctors, for suggestions from their values. */
  things: readonly Doctor[];
};

/** The fields of a doctor that can be edited. */
export function DoctorFields({ form, field, busy, waitFor, id, things }: DoctorFieldsProps) {
  const { values } = form;
  const specialties = useMemo(() => specialtiesOf(things), [things]);
  const languages = useMemo(() => languagesOf(things), [things]);
  return (
    <>
      <ImageField
        {...field('profileImage')}
        shape="round"
        upload={portrait}
        waitFor={waitFor}
        shows={values.name ? withTitle(values.name) : 'The doctor'}
        fallback={<Avatar id={id} name={values.name} image={values.imageUrl} size={72} />}
      />
      <SimpleGrid {...columns(2)}>
        <TextInput
          {...field('name')}
          required
          data-autofocus
          autoFocus
          autoComplete="off"
          description="“Dr.” is added for you."
        />
        <Autocomplete
          {...field('specialty')}
          required
          data={specialties}
          comboboxProps={{ withinPortal: false }}
          {...suggested}
        />
      </SimpleGrid>
      <Textarea
        {...field('bio')}
        minRows={2}
        maxRows={12}
        description={<Counter count={textLength(values.bio.trim())} max={contract.fields.bio.max} />}
      />
      <SimpleGrid {...columns(2)}>
        <TextInput {...field('email')} type="email" autoComplete="off" />
        <TextInput {...field('phone')} type="tel" autoComplete="off" />
        <TextInput {...field('location')} autoComplete="off" />
        <TagsField {...field('languages')} description="Separate them with commas." data={languages} {...suggested} />
      </SimpleGrid>
      <SimpleGrid {...columns(3)}>
        <NumberField {...field('consultationFee')} leftSection="₦" />
        <NumberField {...field('rating')} description={`0 to ${maxRating}, in tenths`} />
        <NumberField {...field('yearsOfExperience')} />
      </SimpleGrid>
      <Input.Wrapper label={contract.labels.availabilityStatus} labelElement="div">
        <Segmented
          label={contract.labels.availabilityStatus}
          value={values.availabilityStatus}
          options={availabilities}
          onChange={(status) => {
            if (!busy) form.setFieldValue('availabilityStatus', status);
          }}
        />
      </Input.Wrapper>
      <TextInput {...field('calendlyUrl')} type="url" autoComplete="off" placeholder="https://calendly.com/" />
      <TextInput
        {...field('imageUrl')}
        type="url"
        autoComplete="off"
        description="Shown where no picture is uploaded."
      />
      <SimpleGrid {...columns(2)}>
        <NumberField
          {...field('displayOrder')}
          description="1 is the first; the others make room. Without a place a doctor comes last."
        />
      </SimpleGrid>
    </>
  );
}
