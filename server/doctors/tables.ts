import { boolean, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import type { Actor } from '#contract/common.ts';
import type { AvailabilityStatus, VerificationWay, VerifiedDetails } from '#contract/doctors.ts';
import { instant } from '#server/database/columns.ts';
import { entityColumns } from '#server/log/tables.ts';

export const doctors = pgTable('doctors', {
  ...entityColumns(),
  name: text('name').notNull(),
  specialty: text('specialty').notNull(),
  bio: text('bio').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  licenceNumber: text('licence_number').notNull().default(''),
  imageUrl: text('image_url').notNull(),
  profileImage: text('profile_image').notNull(),
  yearsOfExperience: integer('years_of_experience').notNull(),
  location: text('location').notNull(),
  availabilityStatus: text('availability_status').$type<AvailabilityStatus>().notNull(),
  consultationFee: numeric('consultation_fee', { precision: 11, scale: 2, mode: 'number' }).notNull(),
  rating: numeric('rating', { precision: 2, scale: 1, mode: 'number' }).notNull(),
  languages: jsonb('languages').$type<string[]>().notNull(),
  calendlyUrl: text('calendly_url').notNull(),
  isActive: boolean('is_active').notNull(),
  displayOrder: integer('display_order').notNull(),
  /** The last verification by staff, with the account's name at that time. */
  verifiedAt: instant('verified_at'),
  verifiedBy: jsonb('verified_by').$type<Actor>(),
  verifiedHow: text('verified_how').$type<VerificationWay>(),
  /** The details that were checked: after a change of one of them, the doctor is to be verified again. */
  verifiedOf: jsonb('verified_of').$type<VerifiedDetails>(),
});
