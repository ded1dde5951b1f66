import {
  activity as activityContract,
  description as descriptionContract,
  insight as insightContract,
  phase as phaseContract,
  phaseNames,
  week as weekContract,
} from '#contract/cycle.ts';
import { imagesIn } from '#contract/rich-text.ts';
import { activities, insights, phaseDescriptions, phases, pregnancyWeeks } from '#server/cycle/tables.ts';
import { entityKind } from '#server/history/entity-kinds.ts';
import { sanitized } from '#server/history/rich-text.ts';

export const phase = entityKind(phaseContract, phases, { label: ({ title }) => title, unique: ['phase'] });

export const activity = entityKind(activityContract, activities, {
  label: ({ name }) => name,
  fields: activityContract.Input.safeExtend({ richContent: sanitized(activityContract.fields.richContent.schema) }),
  images: [{ field: 'richContent', addresses: imagesIn }],
});

export const insight = entityKind(insightContract, insights, {
  label: (row) => row.personalizedMessage || `${phaseNames[row.phase]} insight`,
});

export const description = entityKind(descriptionContract, phaseDescriptions, { label: ({ title }) => title });

export const week = entityKind(weekContract, pregnancyWeeks, {
  label: ({ weekNumber }) => `Week ${weekNumber}`,
  sortedBy: 'weekNumber',
  unique: ['weekNumber'],
  mergeGroups: [['weekNumber', 'trimester']],
});
