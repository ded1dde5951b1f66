import { editionsApi } from '#contract/editions.ts';
import { type Card, cardFields, categoryFields, ladyDueApi, sectionFields } from '#contract/lady-due.ts';
import { imageRoutes } from '#contract/images.ts';
import { defineEntity } from '#web/entity/define/define-entity.tsx';
import type { Entity } from '#web/entity/define/entity.ts';
import type { TreeKind } from '#web/features/lady-due/tree-rows.ts';
import { visibilityOf } from '#web/features/lady-due/visibility.ts';
import { serverNow } from '#web/lib/server-clock.ts';

/** All three kinds are loaded as one tree. */
const tree = {
  tree: true,
  dependentRoutes: [ladyDueApi.ladyDue.analytics, ladyDueApi.ladyDue.preview, editionsApi.ladyDueRule.read],
};
const { list } = ladyDueApi.categories;

export const categoryEntity = defineEntity({
  ...tree,
  contract: categoryFields,
  routes: ladyDueApi.categories,
  title: ({ name }) => name,
  question: 'Delete this category? This will also delete all sections and cards.',
  inForm: ['trackingMode', 'name', 'description', 'headerImageUrl', 'headerImageAlt'],
  layout: {
    rows: [['name'], ['description'], ['headerImageUrl']],
    inputs: { headerImageUrl: { upload: imageRoutes.uploadForCard, shows: 'The header of the category' } },
  },
});

export const sectionEntity = defineEntity({
  ...tree,
  contract: sectionFields,
  routes: { ...ladyDueApi.sections, list },
  parent: categoryEntity,
  title: ({ title }) => title,
  question: 'Delete this section? This will also delete all cards.',
  inForm: ['categoryId', 'title', 'description'],
  layout: { rows: [['title'], ['description']] },
});

export const cardEntity = defineEntity({
  ...tree,
  contract: cardFields,
  routes: { ...ladyDueApi.cards, list },
  parent: sectionEntity,
  title: ({ title }: Card) => title,
  question: 'Delete this card?',
  whyHidden: (one) => visibilityOf(one, serverNow()).why || undefined,
  inForm: [
    'sectionId',
    'title',
    'description',
    'richContent',
    'content',
    'headerImageUrl',
    'headerImageAlt',
    'backgroundColor',
    'citations',
    'imageAssetName',
    'isActive',
    'publishStatus',
    'publishedAt',
    'shownUntil',
  ],
});

/** The values of a card's form. */
export type CardValues = typeof cardEntity.blank;

/** The entity of each kind, for code that handles all of them. */
export const treeEntities = { category: categoryEntity, section: sectionEntity, card: cardEntity } as unknown as Record<
  TreeKind,
  Entity
>;
