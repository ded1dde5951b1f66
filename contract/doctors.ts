import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { Actor, Id, Instant, maxBulk, optionalText, text } from '#contract/common.ts';
import { checkedDays } from '#contract/checked.ts';
import { answered, entity } from '#contract/entity.ts';
import { BulkDone, allRoutes, publishedRoute } from '#contract/entity-routes.ts';
import { failureOf } from '#contract/errors.ts';
import {
  activeField,
  choiceField,
  decimalField,
  emailField,
  field,
  imageField,
  integerField,
  listField,
  moneyField,
  positionField,
  textField,
  urlField,
} from '#contract/fields.ts';
import { route } from '#contract/route.ts';

/** A name without leading titles in any spelling: `Dr. Dr Ada Obi` becomes `Ada Obi`, `Drew` stays. */
export const withoutTitle = (name: string) => name.replace(/^(?:(?:dr|doctor)(?:[\s.]+|$))+/i, '').trim();

/** A doctor's name as displayed, with one `Dr.`. */
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

const ownFields = entity('doctor', {
  /** Stored without a title, because it is shown with one (`withTitle`). */
  name: textField('Name', { min: 1, max: 200, tidy: withoutTitle }),
  specialty: textField('Specialty', { min: 1, max: 200 }),
  bio: textField('Bio', { max: 2000 }),
  email: emailField('Email'),
  phone: field('Phone', optionalPhone, ''),
  /** For staff: the app does not show it. */
  licenceNumber: textField('Licence number', { max: 50 }),
  /** Shown when there is no `profileImage`. */
  imageUrl: imageField('Image address'),
  profileImage: imageField('Picture'),
  yearsOfExperience: integerField('Years of experience', { max: 80, example: 12 }),
  location: textField('Location', { max: 200 }),
  availabilityStatus: choiceField('Availability', { available: 'Available', busy: 'Busy', unavailable: 'Unavailable' }),
  consultationFee: moneyField('Consultation fee', { max: 100_000_000, example: 25_000 }),
  rating: decimalField('Rating', { max: maxRating, decimals: 1, example: 4.5 }),
  languages: listField('Languages', { item: 'A language', max: 20, maxLength: 50 }),
  calendlyUrl: urlField('Booking link'),
  isActive: activeField(),
  displayOrder: positionField('Position in the list'),
});

/** The ways in which staff verify a doctor. */
export const verificationWays = { call: 'By call', visit: 'On a visit', document: 'From a document' } as const;
export type VerificationWay = keyof typeof verificationWays;
const Way = z.enum(Object.keys(verificationWays) as [VerificationWay, ...VerificationWay[]]);

const words = text({ max: 320, name: 'This' });

/** The fields that a verification is about, as they were checked. */
const VerifiedDetails = z.strictObject({ name: words, phone: words, email: words, licenceNumber: words });
export type VerifiedDetails = z.infer<typeof VerifiedDetails>;

export const verifiedFields = Object.keys(VerifiedDetails.shape) as (keyof VerifiedDetails)[];

/** A doctor with the last verification by staff; all four fields are null before the first. */
export const doctorFields = answered(ownFields, {
  verifiedAt: Instant.nullable(),
  /** The account with its name at that time. Also null for demo content. */
  verifiedBy: Actor.nullable(),
  verifiedHow: Way.nullable(),
  /** The details that were checked. When one of them is another one now, the doctor is to be verified again. */
  verifiedOf: z.object(VerifiedDetails.shape).nullable(),
});
export type Doctor = z.infer<typeof doctorFields.Entity>;
export type AvailabilityStatus = Doctor['availabilityStatus'];

export const doctorRoutes = {
  ...allRoutes(doctorFields, {
    create: 'Add a doctor, at the end unless it says a position. Titles before the name are left out.',
  }),
  verify: route('POST /api/doctors/verify', {
    summary:
      'Record that one has verified doctors, and how: all of them or, when one does not exist, none. Each is sent with the ' +
      `details that were checked. A verification counts for ${checkedDays} days, unless one of these details is changed.`,
    input: z.strictObject({
      doctors: z
        .array(VerifiedDetails.extend({ id: Id }))
        .min(1, { error: 'Select at least one doctor' })
        .max(maxBulk, { error: `Select at most ${maxBulk} doctors` })
        .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'A doctor is selected twice' }),
      how: Way,
    }),
    output: BulkDone,
    roles: areaRoles.doctors.change,
    failure: failureOf('record', 'recorded', 'the check'),
  }),
  published: publishedRoute(ownFields, ['createdAt', 'licenceNumber']),
};

export const doctorsApi = { doctors: doctorRoutes };
