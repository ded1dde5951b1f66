import { sourcesApi } from '#contract/sources.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { addCitingCard, openSource, sourceIn } from '#e2e/support/sources.ts';
import { expect } from '#e2e/support/test.ts';

const routes = sourcesApi.sources;

export const sourceCases: FaultCase[] = [
  {
    route: routes.list,
    where: 'the checks of a text',
    arrange: async ({ page, api }) => {
      const { id } = await addCitingCard(api);
      const checks = page.getByRole('region', { name: 'Checks' });
      const beside = checks.getByRole('alert');
      return {
        beside,
        act: () => page.goto(`/admin/desk/lady-due?form=edit&card=${id}`),
        again: retryIn(beside),
        done: () => expect(checks).toContainText('The checks find nothing'),
      };
    },
  },
  {
    route: routes.uses,
    where: 'the dialog of a source',
    stays: true,
    arrange: ({ page }) => {
      const beside = sourceIn(page).getByRole('alert');
      return {
        beside,
        act: () => openSource(page),
        again: retryIn(beside),
        done: () => expect(sourceIn(page).getByRole('link', { name: 'Iron' })).toBeVisible(),
      };
    },
  },
  {
    route: routes.mark,
    where: 'the dialog of a source',
    stays: true,
    arrange: async ({ page }) => {
      const dialog = sourceIn(page);
      await dialog.getByRole('combobox', { name: 'The source is' }).click();
      await page.getByRole('option', { name: 'Withdrawn' }).click();
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Save the state' }).click(),
        done: () => expect(page.getByText('Marked the source as withdrawn')).toBeVisible(),
      };
    },
  },
];
