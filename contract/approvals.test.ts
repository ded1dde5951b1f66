import { expect, test } from 'vitest';
import {
  activityFields,
  insightFields,
  phaseDescriptionFields,
  phaseFields,
  pregnancyWeekFields,
} from '#contract/cycle.ts';
import { cardFields } from '#contract/lady-due.ts';
import { type ReviewedKind, reviewedKinds } from '#contract/approval-lists.ts';
import { reviewedFields } from '#contract/approvals.ts';

const declared = {
  card: cardFields,
  phase: phaseFields,
  activity: activityFields,
  insight: insightFields,
  'phase-description': phaseDescriptionFields,
  'pregnancy-week': pregnancyWeekFields,
} satisfies Record<ReviewedKind, { fields: object }>;

test('a clinician reviews every field but the place, the look and the state of a record', () => {
  const others = reviewedKinds.map((kind) => {
    const reviewed: readonly string[] = reviewedFields[kind];
    return [kind, Object.keys(declared[kind].fields).filter((field) => !reviewed.includes(field))];
  });
  expect(Object.fromEntries(others)).toEqual({
    card: [
      'sectionId',
      'backgroundColor',
      'imageAssetName',
      'isActive',
      'publishStatus',
      'publishedAt',
      'shownUntil',
      'displayOrder',
    ],
    phase: ['color', 'displayOrder', 'isActive'],
    activity: ['icon', 'iconType', 'backgroundColor', 'displayOrder', 'isActive'],
    insight: ['isActive'],
    'phase-description': ['displayOrder', 'isActive'],
    'pregnancy-week': ['trimester', 'currentWeekColor', 'isActive'],
  });
});
