import { boolean, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import type { AvailabilityStatus } from '#contract/doctors.ts';
import { entityColumns } from '#server/log/tables.ts';

export const doctors = pgTable('doctors', {
  ...entityColumns(),
  name: text('name').notNull(),
  specialty: text('specialty').notNull(),
  bio: text('bio').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
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
});
