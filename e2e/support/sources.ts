import type { Page } from '@playwright/test';
import { ladyDueApi } from '#contract/lady-due.ts';
import type { Call } from '#e2e/support/calls.ts';

/** The source of the cards of `addCitingCard`. */
export const source = 'WHO: Anaemia. https://www.who.int/news-room/fact-sheets/detail/anaemia';

/** A card with one citation. */
export async function addCitingCard(api: Call, title = 'Iron', citation = source) {
  const { id: categoryId } = await api(ladyDueApi.categories.create, { name: 'Body', trackingMode: 'TRACK_PERIOD' });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Blood' });
  return api(ladyDueApi.cards.create, { sectionId, title, citations: [citation] });
}

export const sourceIn = (page: Page) => page.getByRole('dialog', { name: 'Texts that cite this source' });

/** Opens the list of the texts that cite the first citation of the open form. */
export async function openSource(page: Page) {
  await page.getByRole('button', { name: 'Actions for line 1 of Citations' }).click();
  await page.getByRole('menuitem', { name: 'Other texts that cite this' }).click();
}
