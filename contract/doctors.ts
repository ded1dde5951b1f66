import { z } from 'zod';
import { Id, optionalEmail, optionalText, optionalUrl } from '#contract/common.ts';
import { entity, entityRoutes } from '#contract/entity.ts';
import { failures } from '#contract/errors.ts';
import {
  choiceField,
  decimalField,
  field,
  flagField,
  integerField,
  listField,
  positionField,
  textField,
} from '#contract/fields.ts';
import { optionalImageUrl } from '#contract/images.ts';
import { route } from '#contract/route.ts';

/** The largest number of doctors that can be put in order. */
const maxDoctors = 20_000;

/** A name without the titles before it, however they were typed: `Dr. Dr Ada Obi` is `Ada Obi`, `Drew` stays. */
export const withoutTitle = (name: string) => name.replace(/^(?:(?:dr|doctor)(?:[\s.]+|$))+/i, '').trim();

/** A doctor's name as people read it, with one `Dr.`. */
export const withTitle = (name: string) => `Dr. ${withoutTitle(name)}`;

/** Matches three or more digits with the usual separators, and an optional extension. */
const phone = /^[+(]{0,2}\d(?:[ ().,;/*#+-]*\d){2,}\)?(?: ?(?:[Ee]xt\.?|x) ?\d{1,6})?$/;

const optionalPhone = (name: string) =>
  optionalText(
    { max: 50, name },
    {
      fits: (value) => phone.test(value),
      error: `${name} must be a number such as +234 803 123 4567`,
      schema: { pattern: phone.source },
    },
  );

/** The highest rating. Ratings have one decimal. */
export const maxRating = 5;

export const doctor = entity({
  /** Stored without a title, because it is shown with one (`withTitle`). */
  name: textField('Name', { min: 1, max: 200, tidy: withoutTitle }),
  specialty: textField('Specialty', { min: 1, max: 200 }),
  bio: textField('Bio', { max: 2000 }),
  email: field('Email', optionalEmail, ''),
  phone: field('Phone', optionalPhone, ''),
  /** Shown where there is no `profileImage`. */
  imageUrl: field('Image address', optionalImageUrl, ''),
  profileImage: field('Picture', optionalImageUrl, ''),
  yearsOfExperience: integerField('Years of experience', { max: 80, example: 12 }),
  location: textField('Location', { max: 200 }),
  availabilityStatus: choiceField('Availability', { available: 'Available', busy: 'Busy', unavailable: 'Unavailable' }),
  /** In naira. */
  consultationFee: decimalField('Consultation fee', { max: 100_000_000, decimals: 2, example: 25_000 }),
  rating: decimalField('Rating', { max: maxRating, decimals: 1, example: 4.5 }),
  languages: listField('Languages', { item: 'A language', max: 20, maxLength: 50 }),
  calendlyUrl: field('Booking link', optionalUrl, ''),
  isActive: flagField('Active', true),
  displayOrder: positionField('Place in the list'),
});
const { Entity, Input } = doctor;
export type Doctor = z.infer<typeof Entity>;
export type AvailabilityStatus = Doctor['availabilityStatus'];
export const DoctorInput = Input;

/** The fields of a doctor that the app shows, to choose a doctor and to make contact. The name has no title. */
const PublishedDoctor = Entity.omit({
  version: true,
  isActive: true,
  displayOrder: true,
  createdAt: true,
  createdBy: true,
});

export const doctors = {
  list: route('GET /api/doctors', {
    summary: 'All doctors, in the order of the app.',
    output: z.object({ doctors: z.array(Entity) }),
    failure: failures.doctors.fetch,
  }),
  ...entityRoutes(
    '/api/doctors',
    doctor,
    {
      create: 'Add a doctor, at the end unless it says a place. Titles before the name are left out.',
      update: 'Change a doctor.',
      remove: 'Delete a doctor.',
    },
    failures.doctors,
  ),
  order: route('POST /api/doctors/order', {
    summary:
      'Put the doctors in order: `ids` are exactly those there are, else 409 `order_changed` with `ids` as they are.',
    input: z.strictObject({ ids: z.array(Id).max(maxDoctors) }),
    failure: failures.doctors.order,
  }),
  published: route('GET /content/v1/doctors', {
    summary: 'What the app shows: the active doctors, in order.',
    output: z.object({ doctors: z.array(PublishedDoctor) }),
    access: 'public',
    failure: failures.doctors.fetch,
  }),
};
