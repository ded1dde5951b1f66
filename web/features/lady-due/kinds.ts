import {
  type Card,
  card as cardContract,
  category as categoryContract,
  ladyDueApi as api,
  section as sectionContract,
} from '#contract/lady-due.ts';
import { defineEntity } from '#web/entity/define-entity.tsx';

// All three are read with the tree.
const { list } = api.categories;

export const category = defineEntity({
  contract: categoryContract,
  routes: api.categories,
  title: ({ name }) => name,
  question: 'Delete this category? This will also delete all sections and cards.',
});

export const section = defineEntity({
  contract: sectionContract,
  routes: { ...api.sections, list },
  parent: category,
  title: ({ title }) => title,
  question: 'Delete this section? This will also delete all cards.',
});

export const card = defineEntity({
  contract: cardContract,
  routes: { ...api.cards, list },
  parent: section,
  title: ({ title }: Card) => title,
  question: 'Delete this card?',
});
