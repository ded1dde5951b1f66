import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { PhaseName, Trimester } from '#contract/cycle.ts';
import { entityColumns } from '#server/log/tables.ts';
import { editionColumns } from '#server/records/tables.ts';

const phaseName = () => text('phase').$type<PhaseName>().notNull();
const list = (name: string) => jsonb(name).$type<string[]>().notNull();
/** The default of a list that was added later: a desk of an earlier version writes rows without it. */
const noItems = sql`'[]'::jsonb`;
const isActive = () => boolean('is_active').notNull();
const displayOrder = () => integer('display_order').notNull();

export const phases = pgTable('phases', {
  ...entityColumns(),
  ...editionColumns(),
  phase: phaseName().unique(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  shortDescription: text('short_description').notNull(),
  longDescription: text('long_description').notNull(),
  color: text('color').notNull(),
  displayOrder: displayOrder(),
  isActive: isActive(),
  citations: list('citations'),
});

export const activities = pgTable('activities', {
  ...entityColumns(),
  ...editionColumns(),
  phase: phaseName(),
  name: text('name').notNull(),
  icon: text('icon').notNull(),
  iconType: text('icon_type').$type<'icon' | 'emoji'>().notNull(),
  description: text('description').notNull(),
  backgroundColor: text('background_color').notNull(),
  content: text('content').notNull(),
  richContent: text('rich_content').notNull(),
  displayOrder: displayOrder(),
  isActive: isActive(),
  citations: list('citations').default(noItems),
});

export const insights = pgTable('insights', {
  ...entityColumns(),
  ...editionColumns(),
  phase: phaseName(),
  expectedMoods: list('expected_moods'),
  expectedSymptoms: list('expected_symptoms'),
  recommendations: list('recommendations'),
  personalizedMessage: text('personalized_message').notNull(),
  citations: list('citations'),
  isActive: isActive(),
});

export const phaseDescriptions = pgTable('phase_descriptions', {
  ...entityColumns(),
  ...editionColumns(),
  phase: phaseName(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  displayOrder: displayOrder(),
  isActive: isActive(),
  citations: list('citations').default(noItems),
});

export const pregnancyWeeks = pgTable('pregnancy_weeks', {
  ...entityColumns(),
  ...editionColumns(),
  weekNumber: integer('week_number').notNull().unique(),
  trimester: text('trimester').$type<Trimester>().notNull(),
  babySize: text('baby_size').notNull(),
  developments: list('developments'),
  tips: list('tips'),
  currentWeekColor: text('current_week_color').notNull(),
  citations: list('citations'),
  isActive: isActive(),
});
