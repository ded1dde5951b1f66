import type { Page } from '@playwright/test';
import { ladyDueApi } from '#contract/lady-due.ts';
import type { Call } from '#e2e/support/calls.ts';

/** The rows of the tree. */
export const rowsOf = (page: Page) => page.getByRole('list', { name: 'Content' }).getByRole('listitem');

/** Adds a category with two sections, of three cards and of one. */
export async function addTree(api: Call) {
  const { id: categoryId } = await api(ladyDueApi.categories.create, {
    name: 'Your cycle',
    trackingMode: 'TRACK_PERIOD',
  });
  const ids: string[] = [];
  for (const title of ['Basics', 'Comfort'])
    ids.push((await api(ladyDueApi.sections.create, { categoryId, title })).id);
  const [basics = '', comfort = ''] = ids;
  const cards = [
    await api(ladyDueApi.cards.create, { sectionId: basics, title: 'What a cycle is', publishStatus: 'published' }),
    await api(ladyDueApi.cards.create, { sectionId: basics, title: 'Ìrora', description: 'When it hurts' }),
    await api(ladyDueApi.cards.create, { sectionId: basics, title: 'Warmth', isActive: false }),
    await api(ladyDueApi.cards.create, {
      sectionId: comfort,
      title: 'Tea',
      richContent: '<p>A cup of <em>ginger</em> tea</p>',
    }),
  ];
  return { categoryId, basics, comfort, cards };
}
