import { awaApi as calls } from '#contract/awa.ts';
import type { Route } from '#contract/route.ts';
import { usersApi } from '#contract/users.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

const path = '/admin/desk/awa';

/** A chart of the overview, beside which the other one is shown. */
const chartCase = (route: Route, where: string, label: string, other: string): FaultCase => ({
  route,
  where,
  arrange: ({ page }) => {
    const charts = page.getByRole('region', { name: 'By day' });
    const beside = charts.getByRole('alert');
    return Promise.resolve({
      beside,
      act: () => page.goto(path),
      again: retryIn(beside),
      kept: () => expect(charts.getByRole('slider', { name: other })).toBeVisible(),
      done: () => expect(charts.getByRole('slider', { name: label })).toBeVisible(),
    });
  },
});

/** The overview. The kinds of this area have their cases by themselves. */
export const awaCases: FaultCase[] = [
  {
    route: calls.awa.analytics,
    where: 'the figures',
    arrange: ({ page }) => {
      const figures = page.getByRole('region', { name: 'Figures' });
      const beside = figures.getByRole('alert');
      return Promise.resolve({
        beside,
        act: () => page.goto(path),
        again: retryIn(beside),
        kept: () => expect(page.getByRole('link', { name: 'Add topic' })).toBeVisible(),
        done: () => expect(figures).toContainText('Communities'),
      });
    },
  },
  chartCase(usersApi.users.posts, 'the chart of the posts', 'Posts', 'People who wrote'),
  chartCase(usersApi.users.writers, 'the chart of who wrote', 'People who wrote', 'Posts'),
];
