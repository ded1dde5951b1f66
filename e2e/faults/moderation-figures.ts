import { moderationFiguresApi } from '#contract/moderation-figures.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

const { moderationFigures } = moderationFiguresApi;

const path = '/admin/desk/moderation/figures';

export const moderationFiguresCases: FaultCase[] = [
  {
    route: moderationFigures.read,
    where: 'the figures of moderation',
    arrange: ({ page }) => {
      const figures = page.getByRole('region', { name: 'Figures' });
      const beside = figures.getByRole('alert');
      return {
        beside,
        act: () => page.goto(path),
        again: retryIn(beside),
        done: () => expect(figures).toContainText('Reports, waiting'),
      };
    },
  },
  {
    route: moderationFigures.export,
    where: 'the head of the figures of moderation',
    arrange: async ({ page }) => {
      await page.goto(path);
      const figures = page.getByRole('region', { name: 'Figures' });
      await expect(figures).toContainText('Reports, waiting');
      return {
        beside: page.getByRole('main').getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Export CSV' }).click(),
        kept: () => expect(figures).toContainText('Reports, waiting'),
        done: () => expect(page.getByText(/^Saved awa-moderation-[\d-]+\.csv, /)).toBeVisible(),
      };
    },
  },
];
