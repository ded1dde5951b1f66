import { calendarApi } from '#contract/calendar.ts';
import { homeApi } from '#contract/home.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

export const homeCases: FaultCase[] = [
  {
    route: homeApi.home.read,
    where: 'the page',
    arrange: async ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/home'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('region', { name: 'First steps' })).toBeVisible(),
      };
    },
  },
  {
    route: calendarApi.calendar.read,
    where: 'the page',
    arrange: async ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/calendar'),
        again: retryIn(beside),
        done: () => expect(page.getByText(/^Nothing in /)).toBeVisible(),
      };
    },
  },
];
