import type { z } from 'zod';
import { optionalText } from '#contract/common.ts';
import { entity } from '#contract/entity.ts';
import { allRoutes, publishedRoute } from '#contract/entity-routes.ts';
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

export const doctorFields = entity('doctor', {
  /** Stored without a title, because it is shown with one (`withTitle`). */
  name: textField('Name', { min: 1, max: 200, tidy: withoutTitle }),
  specialty: textField('Specialty', { min: 1, max: 200 }),
  bio: textField('Bio', { max: 2000 }),
  email: emailField('Email'),
  phone: field('Phone', optionalPhone, ''),
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
export type Doctor = z.infer<typeof doctorFields.Entity>;
export type AvailabilityStatus = Doctor['availabilityStatus'];

export const doctorRoutes = {
  ...allRoutes(doctorFields, {
    create: 'Add a doctor, at the end unless it says a position. Titles before the name are left out.',
  }),
  published: publishedRoute(doctorFields, ['createdAt']),
};

export const doctorsApi = { doctors: doctorRoutes };
