import type { ReviewedKind } from '#contract/approval-lists.ts';
import {
  activityFields,
  insightFields,
  phaseDescriptionFields,
  phaseFields,
  pregnancyWeekFields,
} from '#contract/cycle.ts';
import type { Field } from '#contract/fields.ts';
import { cardFields } from '#contract/lady-due.ts';

/** The fields of the kinds whose texts a clinician reviews. */
export const fieldsOfReviewed: Readonly<Record<ReviewedKind, Readonly<Record<string, Field>>>> = {
  card: cardFields.fields,
  phase: phaseFields.fields,
  activity: activityFields.fields,
  insight: insightFields.fields,
  'phase-description': phaseDescriptionFields.fields,
  'pregnancy-week': pregnancyWeekFields.fields,
};
