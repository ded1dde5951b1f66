import { searchApi } from '#contract/search.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

export const paletteCases: FaultCase[] = [
  {
    route: searchApi.search.find,
    where: 'the command palette',
    arrange: async ({ page }) => {
      await page.goto('/admin/desk/bin');
      await page.getByRole('button', { name: 'Search the desk' }).click();
      const palette = page.getByRole('dialog', { name: 'Search the desk' });
      const beside = palette.getByRole('alert');
      const field = palette.getByRole('combobox');
      return {
        beside,
        act: () => field.fill('Administrator'),
        again: retryIn(beside),
        kept: () => expect(field).toHaveValue('Administrator'),
        done: () => expect(palette.getByRole('group', { name: 'Staff accounts' })).toBeVisible(),
      };
    },
  },
];
