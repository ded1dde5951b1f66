import { Autocomplete, Input, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { api } from '#contract/api.ts';
import { doctor, maxRating, withTitle, type Doctor } from '#contract/doctors.ts';
import { textLength } from '#contract/common.ts';
import { imageUpload } from '#web/api/upload.ts';
import classes from '#web/features/doctors/doctor-form.module.css';
import type { DoctorOutput, DoctorValues } from '#web/features/doctors/doctor-values.ts';
import { availabilities } from '#web/features/doctors/doctor-display.tsx';
import { specialtiesOf } from '#web/features/doctors/filter-doctors.ts';
import { Counter } from '#web/ui/counter.tsx';
import { ImageField } from '#web/form/image-field.tsx';
import { NumberField } from '#web/form/number-field.tsx';
import { TagsField } from '#web/form/tags-field.tsx';
import type { useServerForm } from '#web/form/use-server-form.ts';
import { fold } from '#web/lib/fold.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

/** Suggestions that are shown at once. */
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

type DoctorFieldsProps = Pick<
  ReturnType<typeof useServerForm<DoctorValues, DoctorOutput>>,
  'form' | 'field' | 'busy' | 'waitFor'
> & {
  /** Whom the preview stands for: decides its tint. */
  id: string;
  /** All doctors, for suggestions of what others have. */
  doctors: readonly Doctor[];
};

/** What can be written of a doctor. */
export function DoctorFields({ form, field, busy, waitFor, id, doctors }: DoctorFieldsProps) {
  const { values } = form;
  const specialties = useMemo(() => specialtiesOf(doctors), [doctors]);
  const languages = useMemo(() => languagesOf(doctors), [doctors]);
  return (
    <div className={classes.fields}>
      <div className={classes.whole}>
        <ImageField
          label="Picture"
          shape="round"
          upload={portrait}
          waitFor={waitFor}
          shows={values.name ? withTitle(values.name) : 'The doctor'}
          fallback={<Avatar id={id} name={values.name} image={values.imageUrl} size={72} />}
          {...field('profileImage')}
          value={values.profileImage}
        />
      </div>
      <TextInput
        label="Name"
        required
        data-autofocus
        autoFocus
        autoComplete="off"
        description="“Dr.” is added for you."
        {...field('name')}
      />
      <Autocomplete
        label="Specialty"
        required
        data={specialties}
        comboboxProps={{ withinPortal: false }}
        {...suggested}
        {...field('specialty')}
      />
      <Textarea
        className={`${classes.whole} ${classes.bio}`}
        label="Bio"
        minRows={2}
        maxRows={12}
        description={<Counter count={textLength(values.bio.trim())} max={doctor.fields.bio.max} />}
        {...field('bio')}
      />
      <TextInput label="Email" type="email" autoComplete="off" {...field('email')} />
      <TextInput label="Phone" type="tel" autoComplete="off" {...field('phone')} />
      <TextInput label="Location" autoComplete="off" {...field('location')} />
      <TagsField
        label="Languages"
        description="Separate them with commas."
        data={languages}
        {...suggested}
        {...field('languages')}
        value={values.languages}
      />
      <div className={classes.thirds}>
        <NumberField
          label="Consultation fee"
          leftSection="₦"
          {...field('consultationFee')}
          value={values.consultationFee}
        />
        <NumberField
          label="Rating"
          description={`0 to ${maxRating}, in tenths`}
          {...field('rating')}
          value={values.rating}
        />
        <NumberField label="Years of experience" {...field('yearsOfExperience')} value={values.yearsOfExperience} />
      </div>
      <Input.Wrapper className={classes.whole ?? ''} label="Availability" labelElement="div">
        <Segmented
          label="Availability"
          value={values.availabilityStatus}
          options={availabilities}
          onChange={(status) => {
            if (!busy) form.setFieldValue('availabilityStatus', status);
          }}
        />
      </Input.Wrapper>
      <TextInput
        className={classes.whole ?? ''}
        label="Booking link"
        type="url"
        autoComplete="off"
        placeholder="https://calendly.com/"
        {...field('calendlyUrl')}
      />
      <TextInput
        className={classes.whole ?? ''}
        label="Image address"
        type="url"
        autoComplete="off"
        description="Shown where no picture is uploaded."
        {...field('imageUrl')}
      />
      <NumberField
        label="Place in the list"
        description="1 is the first; the others make room. Without a place a doctor comes last."
        {...field('displayOrder')}
        value={values.displayOrder}
      />
    </div>
  );
}
