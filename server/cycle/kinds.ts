import {
  activity as activityContract,
  description as descriptionContract,
  insight as insightContract,
  phase as phaseContract,
  phaseNames,
  trimesterOf,
  week as weekContract,
} from '#contract/cycle.ts';
import { activities, insights, phaseDescriptions, phases, pregnancyWeeks } from '#server/cycle/tables.ts';
import { entityKind } from '#server/records/kind.ts';

export const phase = entityKind(phaseContract, phases, { label: ({ title }) => title, unique: ['phase'] });

export const activity = entityKind(activityContract, activities, { label: ({ name }) => name });

export const insight = entityKind(insightContract, insights, {
  label: (row) => row.personalizedMessage || `${phaseNames[row.phase]} insight`,
});

export const description = entityKind(descriptionContract, phaseDescriptions, { label: ({ title }) => title });

export const week = entityKind(weekContract, pregnancyWeeks, {
  label: ({ weekNumber }) => `Week ${weekNumber}`,
  sortedBy: 'weekNumber',
  unique: ['weekNumber'],
  mergeGroups: [['weekNumber', 'trimester']],
  following: { trimester: ({ weekNumber }) => (weekNumber === undefined ? undefined : trimesterOf(weekNumber)) },
});
