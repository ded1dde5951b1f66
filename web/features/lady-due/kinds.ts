import {
  type Card,
  card as cardContract,
  category as categoryContract,
  ladyDueApi as api,
  section as sectionContract,
} from '#contract/lady-due.ts';
import { images } from '#contract/images.ts';
import { imageUpload } from '#web/api/upload.ts';
import { defineEntity } from '#web/entity/define-entity.tsx';
import { visibilityOf } from '#web/features/lady-due/visibility.ts';
import { serverNow } from '#web/lib/server-clock.ts';

/** The upload of Lady Due pictures. */
export const picture = imageUpload(images.uploadForLadyDue);

/** All three kinds are loaded as one tree. */
const tree = { tree: true, shownBy: [api.ladyDue.analytics, api.ladyDue.preview] };
const { list } = api.categories;

export const category = defineEntity({
  ...tree,
  contract: categoryContract,
  routes: api.categories,
  title: ({ name }) => name,
  question: 'Delete this category? This will also delete all sections and cards.',
  inForm: ['trackingMode', 'name', 'description', 'headerImageUrl', 'headerImageAlt'],
  layout: {
    rows: [['name'], ['description'], ['headerImageUrl']],
    inputs: { headerImageUrl: { upload: picture, shows: 'The header of the category' } },
  },
});

export const section = defineEntity({
  ...tree,
  contract: sectionContract,
  routes: { ...api.sections, list },
  parent: category,
  title: ({ title }) => title,
  question: 'Delete this section? This will also delete all cards.',
  inForm: ['categoryId', 'title', 'description'],
  layout: { rows: [['title'], ['description']] },
});

export const card = defineEntity({
  ...tree,
  contract: cardContract,
  routes: { ...api.cards, list },
  parent: section,
  title: ({ title }: Card) => title,
  question: 'Delete this card?',
  unseen: (one) => visibilityOf(one, serverNow()).why || undefined,
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
  ],
});

/** The values of a card's form. */
export type Written = typeof card.blank;
