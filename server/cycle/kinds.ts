import {
  activityFields,
  phaseDescriptionFields,
  insightFields,
  phaseFields,
  phaseNames,
  trimesterOf,
  pregnancyWeekFields,
} from '#contract/cycle.ts';
import { activities, insights, phaseDescriptions, phases, pregnancyWeeks } from '#server/cycle/tables.ts';
import { entityKind } from '#server/records/kind.ts';

export const phaseKind = entityKind(phaseFields, phases, { label: ({ title }) => title, unique: ['phase'] });

export const activityKind = entityKind(activityFields, activities, { label: ({ name }) => name });

export const insightKind = entityKind(insightFields, insights, {
  label: (row) => row.personalizedMessage || `${phaseNames[row.phase]} insight`,
});

export const phaseDescriptionKind = entityKind(phaseDescriptionFields, phaseDescriptions, {
  label: ({ title }) => title,
});

export const pregnancyWeekKind = entityKind(pregnancyWeekFields, pregnancyWeeks, {
  label: ({ weekNumber }) => `Week ${weekNumber}`,
  sortedBy: 'weekNumber',
  unique: ['weekNumber'],
  mergeGroups: [['weekNumber', 'trimester']],
  derive: ({ weekNumber, trimester }) =>
    weekNumber === undefined || trimester !== undefined ? {} : { trimester: trimesterOf(weekNumber) },
});

export const cycleKinds = [phaseKind, activityKind, insightKind, phaseDescriptionKind, pregnancyWeekKind];
