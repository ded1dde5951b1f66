import type { Page } from '@playwright/test';
import { cycleApi } from '#contract/cycle.ts';
import { editionsApi } from '#contract/editions.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

/** Adds a published card with scheduled words and a later change, neither of which the app shows, and opens its form. */
async function openWaiting({ page, api }: Fixtures) {
  const { id: categoryId } = await api(ladyDueApi.categories.create, { name: 'Body', trackingMode: 'TRACK_PERIOD' });
  const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
  const card = { sectionId, title: 'Card one', publishStatus: 'published' } as const;
  const { id } = await api(ladyDueApi.cards.create, card);
  const showFrom = new Date(Date.now() + 86_400_000).toISOString();
  await api(ladyDueApi.cards.publish, { id, showFrom, words: { title: 'Card two' } });
  await api(ladyDueApi.cards.update, { id, title: 'Card three' });
  await page.goto(`/admin/desk/lady-due?form=edit&card=${id}`);
  await expect(lineIn(page)).toContainText('Your later changes are not shown yet.');
}

const lineIn = (page: Page) => page.getByRole('group', { name: 'Words in the app' });

/** The switch of an area's rule, and the place that names it. */
const ruleCases = (routes: (typeof editionsApi)[keyof typeof editionsApi], path: string): FaultCase[] => [
  {
    route: routes.read,
    where: 'the page',
    arrange: async ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto(path),
        again: retryIn(beside),
        done: () => expect(page.getByRole('button', { name: 'Publishing: direct' })).toBeVisible(),
      };
    },
  },
  {
    route: routes.update,
    where: 'the dialog',
    stays: true,
    arrange: async ({ page, api }) => {
      await page.getByRole('button', { name: 'Publishing: direct' }).click();
      const dialog = page.getByRole('dialog', { name: 'Publishing is direct' });
      await dialog.getByText('Reviewed', { exact: true }).click();
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Save' }).click(),
        done: async () => {
          await expect(page.getByRole('button', { name: 'Publishing: reviewed' })).toBeVisible();
          await api(routes.update, { rule: 'direct' });
        },
      };
    },
  },
];

export const editionCases: FaultCase[] = [
  {
    route: ladyDueApi.cards.publish,
    where: 'the question before scheduled words are dropped',
    arrange: async (fixtures) => {
      await openWaiting(fixtures);
      const { page } = fixtures;
      await lineIn(page).getByRole('button', { name: 'Publish now' }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish the latest words now?' });
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Publish now' }).click(),
        // The area is direct.
        done: () => expect(lineIn(page)).toContainText('Saved changes are in the app at once'),
      };
    },
  },
  {
    route: ladyDueApi.cards.editions,
    where: 'the comparison',
    arrange: async (fixtures) => {
      await openWaiting(fixtures);
      const { page } = fixtures;
      const dialog = page.getByRole('dialog', { name: 'Saved words and the words in the app' });
      const beside = dialog.getByRole('alert');
      return {
        beside,
        act: () => lineIn(page).getByRole('button', { name: 'Compare' }).click(),
        again: retryIn(beside),
        done: () => expect(dialog.getByRole('term')).toHaveText(['Title']),
      };
    },
  },
  {
    route: ladyDueApi.cards.backToShown,
    where: 'the comparison',
    stays: true,
    arrange: ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Saved words and the words in the app' });
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Go back to the app’s words' }).click(),
        done: () => expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Card one'),
      };
    },
  },
  {
    route: ladyDueApi.cards.cancelNext,
    where: 'the form of a card',
    stays: true,
    arrange: ({ page }) => {
      const line = lineIn(page);
      return {
        beside: line.getByRole('alert'),
        act: () => line.getByRole('button', { name: 'Cancel the schedule' }).click(),
        done: () => expect(line).toContainText('Saved changes are in the app at once'),
      };
    },
  },
  ...ruleCases(editionsApi.ladyDueRule, '/admin/desk/lady-due'),
  ...ruleCases(editionsApi.cycleRule, '/admin/desk/cycle'),
];

/** The kinds of My Cycle have the same line as a card, which calls their own routes. */
export const calledLikeOfCard = [
  cycleApi.phases,
  cycleApi.activities,
  cycleApi.insights,
  cycleApi.descriptions,
  cycleApi.weeks,
].flatMap(({ publish, cancelNext, editions, backToShown }) => [publish, cancelNext, editions, backToShown]);
