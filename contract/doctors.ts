import { z } from 'zod';
import {
  Actor,
  Id,
  Instant,
  Version,
  changes,
  optionalText,
  optionalEmail,
  optionalUrl,
  maxPosition,
  text,
} from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { optionalImageUrl } from '#contract/images.ts';
import { route } from '#contract/route.ts';

/** Whether a doctor takes appointments. */
export const AvailabilityStatus = z.enum(['available', 'busy', 'unavailable'], {
  error: 'Availability must be available, busy or unavailable',
});
export type AvailabilityStatus = z.infer<typeof AvailabilityStatus>;

/** Most characters of each text, in code points. */
export const maxDoctorText = { name: 200, specialty: 200, bio: 2000, phone: 50, location: 200, language: 50 } as const;

/** Most languages of one doctor. */
const maxLanguages = 20;

/** Highest rating; it goes in tenths. */
export const maxRating = 5;

/** Most years of experience. */
const maxYears = 80;

/** Highest fee of a consultation in naira; it goes in kobo, hundredths of one. */
const maxFee = 100_000_000;

/** Most doctors that can be put in order. */
const maxDoctors = 20_000;

/** A name without the titles before it, however they were typed: `Dr. Dr Ada Obi` is `Ada Obi`, `Drew` stays. */
export const withoutTitle = (name: string) => name.replace(/^(?:(?:dr|doctor)(?:[\s.]+|$))+/i, '').trim();

/** A doctor's name as people read it, with one `Dr.`. */
export const withTitle = (name: string) => `Dr. ${withoutTitle(name)}`;

/** By which two languages are the same. */
const languageKey = (language: string) => language.normalize('NFC').toLowerCase();

/** The places of languages that stand before in the list, whatever their case. */
export const doubledLanguages = (languages: readonly string[]): number[] => {
  const keys = languages.map(languageKey);
  return [...keys.keys()].filter((place) => keys.indexOf(keys[place] ?? '') < place);
};

/** Three digits or more with what people write between them, and an extension. */
const phone = /^[+(]{0,2}\d(?:[ ().,;/*#+-]*\d){2,}\)?(?: ?(?:[Ee]xt\.?|x) ?\d{1,6})?$/;

/** Zero has no sign. */
const unsigned = (value: number) => value + 0;

/** A number in steps of a part of one. */
const stepped = (most: number, step: number, error: string) =>
  z.number({ error }).min(0, { error }).max(most, { error }).multipleOf(step, { error }).overwrite(unsigned);

const whole = (most: number, error: string) =>
  z.int({ error }).min(0, { error }).max(most, { error }).overwrite(unsigned);

const fields = {
  /** Stored without a title, since it is shown with one (`withTitle`). */
  name: text({ min: 1, max: maxDoctorText.name, name: 'Name', tidy: withoutTitle }),
  specialty: text({ min: 1, max: maxDoctorText.specialty, name: 'Specialty' }),
  bio: text({ max: maxDoctorText.bio, name: 'Bio' }),
  email: optionalEmail('Email'),
  phone: optionalText(
    { max: maxDoctorText.phone, name: 'Phone' },
    {
      fits: (value) => phone.test(value),
      error: 'Phone must be a number such as +234 803 123 4567',
      schema: { pattern: phone.source },
    },
  ),
  /** Shown where there is no `profileImage`. */
  imageUrl: optionalImageUrl('Image address'),
  profileImage: optionalImageUrl('Picture'),
  yearsOfExperience: whole(maxYears, `Years of experience must be a whole number from 0 to ${maxYears}`),
  location: text({ max: maxDoctorText.location, name: 'Location' }),
  availabilityStatus: AvailabilityStatus,
  /** In naira. */
  consultationFee: stepped(
    maxFee,
    0.01,
    `Consultation fee must be from 0 to ${maxFee.toLocaleString('en')}, with at most two decimals`,
  ),
  rating: stepped(maxRating, 0.1, `Rating must be from 0 to ${maxRating}, with at most one decimal`),
  languages: z
    .array(text({ min: 1, max: maxDoctorText.language, name: 'A language' }), { error: 'Languages must be a list' })
    .max(maxLanguages, { error: `There can be at most ${maxLanguages} languages` })
    .superRefine((languages, context) => {
      for (const place of doubledLanguages(languages)) {
        context.addIssue({ code: 'custom', path: [place], message: `${languages[place]} is there twice` });
      }
    }),
  calendlyUrl: optionalUrl('Booking link'),
  isActive: z.boolean({ error: 'Active must be true or false' }),
  /**
   * The place in the app's order, from 1. Whoever is given the place of another stands there, and the others make room. 0
   * is no place: it comes after all that have one, and so does a new doctor. `order` gives every doctor a place.
   */
  displayOrder: whole(
    maxPosition,
    `Place in the list must be a whole number from 0 to ${maxPosition.toLocaleString('en')}`,
  ),
};

export const Doctor = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  specialty: z.string(),
  bio: z.string(),
  email: z.string(),
  phone: z.string(),
  imageUrl: z.string(),
  profileImage: z.string(),
  yearsOfExperience: z.int(),
  location: z.string(),
  availabilityStatus: AvailabilityStatus,
  consultationFee: z.number(),
  rating: z.number(),
  languages: z.array(z.string()),
  calendlyUrl: z.string(),
  isActive: z.boolean(),
  displayOrder: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Null when the account that added it is gone, or for demo content. */
  createdBy: Actor.nullable(),
});
export type Doctor = z.infer<typeof Doctor>;

export const DoctorInput = z.strictObject({
  ...fields,
  bio: fields.bio.default(''),
  email: fields.email.default(''),
  phone: fields.phone.default(''),
  imageUrl: fields.imageUrl.default(''),
  profileImage: fields.profileImage.default(''),
  yearsOfExperience: fields.yearsOfExperience.default(0),
  location: fields.location.default(''),
  availabilityStatus: fields.availabilityStatus.default('available'),
  consultationFee: fields.consultationFee.default(0),
  rating: fields.rating.default(0),
  languages: fields.languages.default([]),
  calendlyUrl: fields.calendlyUrl.default(''),
  isActive: fields.isActive.default(true),
  displayOrder: fields.displayOrder.default(0),
});
const DoctorChanges = changes(fields);

/** What the app shows of a doctor: all that helps to choose and to reach one. The name has no title. */
const PublishedDoctor = Doctor.omit({
  version: true,
  isActive: true,
  displayOrder: true,
  createdAt: true,
  createdBy: true,
});

export const doctors = {
  list: route('GET /api/doctors', {
    summary: 'All doctors, in the order of the app.',
    output: z.object({ doctors: z.array(Doctor) }),
    failure: failures.doctors.fetch,
  }),
  create: route('POST /api/doctors', {
    summary: 'Add a doctor, at the end unless it says a place. Titles before the name are left out.',
    input: DoctorInput,
    output: Doctor,
    status: 201,
    failure: failures.doctors.create,
  }),
  order: route('POST /api/doctors/order', {
    summary:
      'Put the doctors in order: `ids` are exactly those there are, else 409 `order_changed` with `ids` as they are.',
    input: z.strictObject({ ids: z.array(Id).max(maxDoctors) }),
    failure: failures.doctors.order,
  }),
  update: route('PUT /api/doctors/{id}', {
    summary: 'Change a doctor.',
    input: DoctorChanges,
    output: Doctor,
    versioned: true,
    failure: failures.doctors.update,
  }),
  remove: route('DELETE /api/doctors/{id}', {
    summary: 'Delete a doctor.',
    input: z.strictObject({ id: Id }),
    versioned: true,
    failure: failures.doctors.remove,
  }),
  published: route('GET /content/v1/doctors', {
    summary: 'What the app shows: the active doctors, in order.',
    output: z.object({ doctors: z.array(PublishedDoctor) }),
    access: 'public',
    failure: failures.doctors.fetch,
  }),
};
