import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { Id, Instant, manyIds, optionalInstant } from '#contract/common.ts';
import { review } from '#contract/approval-lists.ts';
import { editionRoutes, withEditions } from '#contract/editions.ts';
import { type EntityContract, type Fields, entity } from '#contract/entity.ts';
import { BulkDone, entityRoutes } from '#contract/entity-routes.ts';
import { failures, kindFailures } from '#contract/errors.ts';
import {
  activeField,
  altField,
  choiceField,
  colourField,
  imageField,
  listField,
  momentField,
  parentField,
  positionField,
  richField,
  textField,
} from '#contract/fields.ts';
import { KindSchema, Operation } from '#contract/history.ts';
import { Named } from '#contract/import-report.ts';
import { type Kind as KindName, kinds, pathOf } from '#contract/kinds.ts';
import { route } from '#contract/route.ts';
import { trackingModes } from '#contract/tracking-modes.ts';

const modeField = { ...choiceField('Tracking mode', trackingModes), required: true as const };
export const TrackingMode = modeField.schema;
export type TrackingMode = z.infer<typeof TrackingMode>;

export const publishStatuses = { draft: 'Draft', published: 'Published', scheduled: 'Scheduled' } as const;
export type PublishStatus = keyof typeof publishStatuses;

/** The states of a card by which lists are filtered. A published card whose time is over is `ended`. */
export type CardState = PublishStatus | 'ended';

export const categoryFields = entity('category', {
  name: textField('Name', { min: 1, max: 200 }),
  description: textField('Description', { max: 2000 }),
  trackingMode: modeField,
  headerImageUrl: imageField('Header image'),
  headerImageAlt: altField('headerImageUrl', 'Alt text of the header image'),
  displayOrder: positionField('Position in the mode', 'trackingMode'),
});

export const sectionFields = entity('section', {
  categoryId: parentField('category'),
  title: textField('Title', { min: 1, max: 200 }),
  description: textField('Description', { max: 2000 }),
  displayOrder: positionField('Position in the category'),
});

const cardContract = entity('card', {
  sectionId: parentField('section'),
  title: textField('Title', { min: 1, max: 200 }),
  description: textField('Description', { max: 2000 }),
  backgroundColor: colourField('Background colour', '#FFF0F3'),
  imageAssetName: textField('Built-in picture (name)', { max: 200 }),
  /** Shown when there is no `richContent`. */
  content: textField('Old plain text', { max: 20_000 }),
  richContent: richField('Text'),
  headerImageUrl: imageField('Header image'),
  headerImageAlt: altField('headerImageUrl', 'Alt text of the header image'),
  citations: listField('Citations', { item: 'A citation', max: 50, maxLength: 1000 }),
  isActive: activeField(),
  publishStatus: choiceField('Status', publishStatuses),
  /** The time when it was or will be published; null for a draft. */
  publishedAt: momentField('Time'),
  /** When the app stops to show it; null for never. */
  shownUntil: momentField('Shown until'),
  displayOrder: positionField('Position in the section'),
});

export const cardFields = withEditions(cardContract, {
  frozen: [
    'title',
    'description',
    'backgroundColor',
    'imageAssetName',
    'content',
    'richContent',
    'headerImageUrl',
    'headerImageAlt',
    'citations',
  ],
});

export type Category = z.infer<typeof categoryFields.Entity>;
export type Section = z.infer<typeof sectionFields.Entity>;
export type Card = z.infer<typeof cardFields.Entity>;

export const SectionTree = sectionFields.Entity.extend({ cards: z.array(cardFields.Entity) });
export const CategoryTree = categoryFields.Entity.extend({ sections: z.array(SectionTree) });
/** A category with its sections and cards, in order. */
export type CategoryTree = z.infer<typeof CategoryTree>;

/** The version of the exported and imported files. */
export const fileVersion = '1.0';

/** The content of a mode as a file. */
const ExportFile = z.object({
  version: z.literal(fileVersion),
  /** By the clock of the database. */
  exportedAt: Instant,
  trackingMode: TrackingMode,
  categories: z.array(CategoryTree),
});

/** Fields that staff need and the app does not. */
const internal = { version: true, createdAt: true, createdBy: true, displayOrder: true } as const;

export const ShownCard = cardFields.Entity.omit({
  ...internal,
  isActive: true,
  publishStatus: true,
  shownUntil: true,
  shown: true,
  next: true,
  hasChanges: true,
}).extend(review);
export const ShownSection = sectionFields.Entity.omit(internal).extend({ cards: z.array(ShownCard) });
export const ShownCategory = categoryFields.Entity.omit(internal).extend({ sections: z.array(ShownSection) });

/** The content of one mode that the app shows. */
export const ShownMode = z.object({ trackingMode: TrackingMode, categories: z.array(ShownCategory) });
export type ShownMode = z.infer<typeof ShownMode>;

export const OfMode = z.strictObject({ trackingMode: TrackingMode });
const OfAnyMode = OfMode.partial();

/** A PUT of a record as it appears in the tree: its children are accepted and ignored. */
const holding = <F extends Fields, K extends KindName, const List extends string>(
  contract: EntityContract<F, K>,
  list: List,
) => ({
  ...contract,
  Changes: contract.Changes.extend({ [list]: z.unknown().optional() } as Record<List, z.ZodOptional<z.ZodUnknown>>),
});

const { look, change } = areaRoles['lady-due'];
const path = '/admin/lady-due';

/** The calls of a kind in the tree: it is read with the tree, and can be copied. */
function treeRoutes<F extends Fields, K extends KindName, Parent extends z.ZodType<string>>(
  contract: EntityContract<F, K>,
  parentId: Parent,
) {
  const { one } = kinds[contract.kind];
  const { list: _, ...routes } = entityRoutes(contract);
  return {
    ...routes,
    duplicate: route(`POST ${pathOf(contract.kind)}/{id}/duplicate`, {
      summary: `Copy a ${one} with all that it holds, as drafts: after itself, or to the end of another \`parentId\`.`,
      input: z.strictObject({ id: Id, parentId: parentId.optional() }),
      output: contract.Entity,
      status: 201,
      roles: change,
      failure: kindFailures[contract.kind].create,
    }),
  };
}

const categories = {
  ...treeRoutes(holding(categoryFields, 'sections'), TrackingMode),
  list: route(`GET ${path}/categories`, {
    summary: 'All categories, or those of one mode, with their sections and cards, in order.',
    input: OfAnyMode,
    output: z.object({ categories: z.array(CategoryTree) }),
    roles: look,
    failure: kindFailures.category.fetch,
  }),
};

const cards = {
  ...treeRoutes(cardFields, Id),
  ...editionRoutes(cardFields),
  bulk: route(`POST ${path}/cards/bulk`, {
    summary: 'Change or delete several cards: all of them or, when one does not exist, none.',
    input: z.strictObject({
      ids: manyIds('card', 'cards'),
      action: z.enum(['activate', 'deactivate', 'publish', 'draft', 'schedule', 'publish-changes', 'move', 'delete']),
      /** The time of publication, only for `schedule`. */
      publishedAt: optionalInstant('Time').optional(),
      /** The section to whose end the cards go, in this order, only for `move`. */
      sectionId: Id.optional(),
    }),
    output: BulkDone.extend({
      /** The number of these cards that the app does not show now, by reason; a card can count for two reasons. */
      hidden: z.object({ inactive: z.int(), draft: z.int(), scheduled: z.int(), ended: z.int() }),
    }),
    roles: change,
    failure: kindFailures.card.bulk,
  }),
};

const RecentActivity = Operation.pick({
  action: true,
  actor: true,
  entityId: true,
  label: true,
  details: true,
  count: true,
  undoes: true,
}).extend({ timestamp: Instant, operationId: Id, kind: KindSchema });
export type RecentActivity = z.infer<typeof RecentActivity>;

/** The number of changes in the recent activity. */
export const recentChanges = 20;

/** The number of changes of the area that are searched for those of one mode. */
export const maxActivityRead = 1000;

/** The number of scheduled cards that are listed by name. */
export const namedNext = 3;

const ScheduledCard = z.object({
  id: Id,
  title: z.string(),
  trackingMode: TrackingMode,
  publishedAt: Instant,
  /** The app shows the card already, and new words of it from `publishedAt` on. */
  newWords: z.boolean(),
});

const Counts = z.object({ active: z.int(), inactive: z.int() });

/** Counts every card once, active ones by their status. `published` counts the cards that the app shows. */
const Publishing = z.object({
  published: z.int(),
  scheduled: z.int(),
  ended: z.int(),
  draft: z.int(),
  inactive: z.int(),
});

const OfEachMode = z.record(TrackingMode, z.int());

/** The largest import, in bytes: 20 MB. */
export const maxImportBytes = 20 * 1024 * 1024;

const OfEachKind = z.object({ categories: Named, sections: Named, cards: Named });
/** The actual or predicted result of an import: the number of records of each kind, and the first of their names. */
const ImportReport = z.object({ create: OfEachKind, update: OfEachKind, remove: OfEachKind, unchanged: OfEachKind });
export type ImportReport = z.infer<typeof ImportReport>;

/** `add`: everything in the file is new. `replace`: the mode becomes the content of the file, matched by id. */
const ImportStrategy = z.enum(['add', 'replace']);

const ladyDue = {
  order: route(`PUT ${path}/order`, {
    summary:
      'Put in order the categories of a mode, the sections of a category or the cards of a section, as `parentId` says: ' +
      '`ids` are exactly those there are, else 409 `order_changed` with `ids` as they are.',
    input: z.strictObject({
      parentId: z.union([TrackingMode, Id], {
        error: 'parentId must be a tracking mode, or the id of their parent',
      }),
      ids: z.array(Id).max(20_000),
      /** The moved record, for the log: when two neighbours swap places, it could be either. */
      movedId: Id.optional(),
    }),
    roles: change,
    failure: failures.content.order,
  }),
  search: route(`GET ${path}/search`, {
    summary: 'In how many cards of each mode a search finds something, as the dashboard finds it in one mode.',
    input: z.strictObject({
      search: z.string().max(200),
      status: z.enum(['active', 'inactive']).optional(),
      publish: z.enum(['draft', 'published', 'scheduled', 'ended', 'unshown']).optional(),
    }),
    output: z.object({ modes: OfEachMode }),
    roles: look,
    failure: failures.content.search,
  }),
  export: route(`GET ${path}/export/{trackingMode}`, {
    summary: 'The content of a mode as the file that can be imported.',
    input: OfMode,
    output: ExportFile,
    roles: look,
    failure: failures.content.export,
  }),
  analytics: route(`GET ${path}/analytics`, {
    summary:
      'How much content there is, the latest changes, and what is published next: of one mode, or of all. Of one mode the ' +
      `changes are among the last ${maxActivityRead} of the area.`,
    input: OfAnyMode,
    output: z.object({
      totals: z.object({ categories: z.int(), sections: z.int(), cards: z.int(), activeCards: z.int() }),
      contentPerformance: z.object({
        statusDistribution: Counts,
        publishDistribution: Publishing,
        recentActivity: z.array(RecentActivity),
        /** The next active cards to be published, themselves or with new words, the earliest first. */
        scheduledNext: z.array(ScheduledCard),
      }),
      /** The number of cards in each mode, and of those that the app shows. */
      modes: OfEachMode,
      inApp: OfEachMode,
    }),
    roles: look,
    failure: failures.analytics.fetch,
  }),
  preview: route(`GET ${path}/preview/{trackingMode}`, {
    summary:
      'What the app shows of a mode, as `GET /content/v1/lady-due/{trackingMode}` answers it: now, `at` a later time if ' +
      'nothing is changed until then, or `at` a past time, from the log. 422 for a time before the log.',
    input: OfMode.extend({ at: Instant.optional() }),
    output: ShownMode,
    roles: look,
    failure: failures.preview.fetch,
  }),
  published: route('GET /content/v1/lady-due/{trackingMode}', {
    summary:
      'What the app shows of a mode: the active cards that are published now, in order, with their sections and categories.',
    input: OfMode,
    output: ShownMode,
    access: 'public',
    failure: failures.preview.fetch,
  }),
  createDefault: route(`POST ${path}/default-content`, {
    summary: 'Fill an empty mode with the content that comes with the desk, as drafts. 409 when it has a category.',
    // Any text, because a mode without default content returns 404.
    input: z.strictObject({ trackingMode: z.string().max(50) }),
    output: z.object({ categories: z.array(CategoryTree) }),
    status: 201,
    roles: change,
    failure: failures.content.createDefault,
  }),
  import: route(`POST ${path}/import`, {
    summary:
      'Import an exported file into a mode: all of it or, when anything in it is wrong, nothing. `add` makes everything new, ' +
      '`replace` makes the mode equal to the file, matched by id. A dry run answers the same and changes nothing.',
    input: z.strictObject({
      /** The exported file. */
      file: z.unknown().optional(),
      trackingMode: TrackingMode,
      strategy: ImportStrategy.default('add'),
      dryRun: z.boolean().default(false),
    }),
    output: ImportReport,
    bodyLimit: maxImportBytes,
    bytesPerField: 50,
    roles: change,
    failure: failures.content.import,
  }),
};

export const ladyDueApi = {
  categories,
  sections: treeRoutes(holding(sectionFields, 'cards'), Id),
  cards,
  ladyDue,
};
