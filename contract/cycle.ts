import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { text } from '#contract/common.ts';
import { review } from '#contract/approval-lists.ts';
import { editionRoutes, withEditions } from '#contract/editions.ts';
import { type EntityContract, type Fields, entity, ruled } from '#contract/entity.ts';
import { entityRoutes, orderRoute } from '#contract/entity-routes.ts';
import { failures, kindFailures } from '#contract/errors.ts';
import {
  activeField,
  choiceField,
  colourField,
  field,
  integerField,
  listField,
  positionField,
  richField,
  textField,
} from '#contract/fields.ts';
import { type Kind, kinds } from '#contract/kinds.ts';
import { route } from '#contract/route.ts';

/** The phases of a cycle in their order, with their names on screen. */
export const phaseNames = {
  menstrual: 'Menstrual',
  follicular: 'Follicular',
  ovulation: 'Ovulation',
  luteal: 'Luteal',
} as const;

const phaseField = { ...choiceField('Phase', phaseNames), required: true as const };
export type PhaseName = keyof typeof phaseNames;

/** The icons that are built into the app. */
export const activityIcons = [
  'activity',
  'heart',
  'moon',
  'flower',
  'zap',
  'bed',
  'leaf',
  'users',
  'clock',
  'target',
  'sparkles',
] as const;
export type ActivityIcon = (typeof activityIcons)[number];

/** The first and the last week of each trimester. Weeks are completed weeks: week 8 lasts from 8 weeks and 0 days to 8 weeks and 6 days. */
export const trimesters = { First: [1, 13], Second: [14, 27], Third: [28, 42] } as const;
export type Trimester = keyof typeof trimesters;

const [firstWeek] = trimesters.First;
const [, lastWeek] = trimesters.Third;

/** The trimester that a week, from 1, belongs to. */
export const trimesterOf = (week: number): Trimester =>
  week <= trimesters.First[1] ? 'First' : week <= trimesters.Second[1] ? 'Second' : 'Third';

/** Matches one emoji as the reader sees it: a flag, or a picture with its skin tone and joined pictures. */
const emoji =
  /^(?:\p{RI}{2}|\p{ExtPict}(?:\p{EMod}|\uFE0F|[\u{E0020}-\u{E007F}]+)?(?:\u200D\p{ExtPict}(?:\p{EMod}|\uFE0F)?)*)$/u;
const allIcons = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(activityIcons);

/** The type of an icon; undefined when the text is not an icon. */
const kindOfIcon = (icon: string) =>
  activityIcons.some((one) => one === icon) ? 'icon' : emoji.test(icon) ? 'emoji' : undefined;

const iconField = field(
  'Icon',
  (name) =>
    text({ min: 1, max: 20, name }).refine((icon) => kindOfIcon(icon) !== undefined, {
      error: `${name} must be ${allIcons}, or one emoji`,
      abort: true,
    }),
  'activity',
);

const citations = () => listField('Citations', { item: 'A citation', max: 50, maxLength: 1000 });
const lines = (label: string, item: string) => listField(label, { item, max: 30, maxLength: 500 });

export const phaseFields = withEditions(
  entity('phase', {
    phase: phaseField,
    title: textField('Title', { min: 1, max: 200 }),
    description: textField('Description', { max: 2000 }),
    shortDescription: textField('Short description', { max: 500 }),
    longDescription: textField('Long description', { max: 20_000 }),
    color: colourField('Colour', '#FFB3CC'),
    displayOrder: positionField('Place in the cycle'),
    isActive: activeField(),
    citations: citations(),
  }),
  {
    frozen: ['title', 'description', 'shortDescription', 'longDescription', 'color', 'citations'],
  },
);

export const activityFields = withEditions(
  entity(
    'activity',
    {
      phase: phaseField,
      name: textField('Name', { min: 1, max: 200 }),
      /** One of `activityIcons`, or an emoji, as `iconType` says. */
      icon: iconField,
      iconType: choiceField('Kind of icon', { icon: 'Icon', emoji: 'Emoji' }),
      description: textField('Description', { max: 2000 }),
      backgroundColor: colourField('Background colour', '#F0F9FF'),
      /** Shown when there is no `richContent`. */
      content: textField('Plain text', { max: 20_000 }),
      richContent: richField('Rich text'),
      displayOrder: positionField('Place in the phase', 'phase'),
      isActive: activeField(),
      citations: citations(),
    },
    ({ icon, iconType }) =>
      icon !== undefined && iconType !== undefined && kindOfIcon(icon) !== iconType
        ? { icon: 'This is the other kind of icon' }
        : {},
  ),
  {
    frozen: ['name', 'icon', 'iconType', 'description', 'backgroundColor', 'content', 'richContent', 'citations'],
  },
);

export const insightFields = withEditions(
  entity('insight', {
    phase: phaseField,
    expectedMoods: lines('Expected moods', 'A mood'),
    expectedSymptoms: lines('Expected symptoms', 'A symptom'),
    recommendations: lines('Recommendations', 'A recommendation'),
    personalizedMessage: textField('Personal message', { max: 2000 }),
    citations: citations(),
    isActive: activeField(),
  }),
  {
    frozen: ['expectedMoods', 'expectedSymptoms', 'recommendations', 'personalizedMessage', 'citations'],
  },
);

export const phaseDescriptionFields = withEditions(
  entity('phase-description', {
    phase: phaseField,
    title: textField('Title', { min: 1, max: 200 }),
    description: textField('Description', { max: 2000 }),
    displayOrder: positionField('Place in the list'),
    isActive: activeField(),
    citations: citations(),
  }),
  { frozen: ['title', 'description', 'citations'] },
);

export const pregnancyWeekFields = withEditions(
  entity(
    'pregnancy-week',
    {
      weekNumber: {
        ...integerField('Week number', { min: firstWeek, max: lastWeek, example: 12 }),
        required: true as const,
      },
      trimester: choiceField('Trimester', { First: 'First', Second: 'Second', Third: 'Third' }),
      babySize: textField('Baby size', { max: 200 }),
      developments: lines('Developments', 'A development'),
      tips: lines('Tips', 'A tip'),
      currentWeekColor: colourField('Colour', '#7DD3C0'),
      citations: citations(),
      isActive: activeField(),
    },
    ({ weekNumber, trimester }) =>
      weekNumber !== undefined && trimester !== undefined && trimester !== trimesterOf(weekNumber)
        ? { trimester: 'This week belongs to another trimester' }
        : {},
  ),
  {
    frozen: ['babySize', 'developments', 'tips', 'currentWeekColor', 'citations'],
  },
);

/** A new week. Its trimester defaults to the one of its number. */
const NewWeek = ruled(
  z.strictObject({
    ...pregnancyWeekFields.Input.shape,
    trimester: pregnancyWeekFields.fields.trimester.schema.optional(),
  }),
  pregnancyWeekFields.rule,
);

export type Phase = z.infer<typeof phaseFields.Entity>;
export type Activity = z.infer<typeof activityFields.Entity>;
export type Insight = z.infer<typeof insightFields.Entity>;
export type PhaseDescription = z.infer<typeof phaseDescriptionFields.Entity>;
export type PregnancyWeek = z.infer<typeof pregnancyWeekFields.Entity>;

const { look } = areaRoles.cycle;
const path = '/admin/cycle';
const OfPhase = z.strictObject({ phase: phaseField.schema });

/** The calls of a kind that is listed and added phase by phase. */
function ofPhase<F extends Fields, K extends 'activity' | 'insight'>(contract: EntityContract<F, K>) {
  const { many } = kinds[contract.kind as Kind];
  const { list, create, ...single } = entityRoutes(contract, { list: `The ${many} of one phase.` }, `${path}/${many}`);
  const within = { path: `${path}/phases/{phase}/${many}`, params: ['phase'] };
  return { ...single, list: { ...list, ...within, input: OfPhase }, create: { ...create, ...within } };
}

const { remove: _, ...phases } = entityRoutes(phaseFields, {
  create: 'Add a phase. 409 when there is one of this name.',
});

const weeks = entityRoutes(pregnancyWeekFields, {
  list: 'All pregnancy weeks, by their number.',
  create: 'Add a pregnancy week. Its trimester follows from its number. 409 when there is one of this number.',
  update: 'Change a pregnancy week. Its trimester follows from a new number.',
});

const Settings = z.object({
  /** In days. */
  defaultCycleLength: z.int(),
  defaultPeriodLength: z.int(),
  phaseColors: z.object({ menstrual: z.string(), follicular: z.string(), ovulation: z.string(), luteal: z.string() }),
  pregnancyColors: z.object({ First: z.string(), Second: z.string(), Third: z.string() }),
});
export type CycleSettings = z.infer<typeof Settings>;

/** Fields that staff need and the app does not. */
const internal = {
  version: true,
  createdAt: true,
  createdBy: true,
  isActive: true,
  shown: true,
  next: true,
  hasChanges: true,
} as const;

const ShownPhase = phaseFields.Entity.omit({ ...internal, displayOrder: true }).extend({
  ...review,
  activities: z.array(activityFields.Entity.omit({ ...internal, displayOrder: true, phase: true }).extend(review)),
  insights: z.array(insightFields.Entity.omit({ ...internal, phase: true }).extend(review)),
  descriptions: z.array(
    phaseDescriptionFields.Entity.omit({ ...internal, displayOrder: true, phase: true }).extend(review),
  ),
});

const cycle = {
  analytics: route(`GET ${path}/analytics`, {
    summary: 'How much content there is.',
    output: z.object({
      totalPhases: z.int(),
      totalActivities: z.int(),
      totalInsights: z.int(),
      pregnancyWeeks: z.int(),
    }),
    roles: look,
    failure: failures.analytics.fetch,
  }),
  settings: route(`GET ${path}/settings`, {
    summary: 'The lengths that the app begins with, and the colours of phases and trimesters.',
    output: Settings,
    roles: look,
    failure: failures.settings.fetch,
  }),
  published: route('GET /content/v1/cycle', {
    summary:
      'What the app shows: the active phases with their active activities, insights and descriptions, and the active ' +
      'weeks. A week number counts full weeks: the days since the first day of the last period, divided by 7 and rounded down.',
    output: z.object({
      settings: Settings,
      phases: z.array(ShownPhase),
      weeks: z.array(pregnancyWeekFields.Entity.omit(internal).extend(review)),
    }),
    access: 'public',
    failure: kindFailures.phase.fetch,
  }),
};

export const cycleApi = {
  phases: { ...phases, ...editionRoutes(phaseFields) },
  activities: {
    ...ofPhase(activityFields),
    ...editionRoutes(activityFields, `${path}/activities`),
    order: orderRoute(activityFields, `${path}/activities`),
  },
  insights: { ...ofPhase(insightFields), ...editionRoutes(insightFields, `${path}/insights`) },
  descriptions: {
    ...entityRoutes(phaseDescriptionFields),
    ...editionRoutes(phaseDescriptionFields),
    order: orderRoute(phaseDescriptionFields),
  },
  weeks: { ...weeks, ...editionRoutes(pregnancyWeekFields), create: { ...weeks.create, input: NewWeek } },
  cycle,
};
