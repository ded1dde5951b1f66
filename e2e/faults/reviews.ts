import type { Page } from '@playwright/test';
import { cycleApi } from '#contract/cycle.ts';
import { addressOf } from '#contract/kinds.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { reviewsApi } from '#contract/reviews.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

const reviewedBy = 'Dr Ngozi Eze';

/** An area with medical texts: how its text is added and opened. */
type Reviewed = {
  routes: (typeof reviewsApi)[keyof typeof reviewsApi];
  /** The address of the list, where the number of texts without a review stands. */
  list: string;
  /** Adds a text. Returns its kind, its id and version, and its address. */
  add: (api: Fixtures['api']) => Promise<{ kind: string; record: { id: string; version: number }; path: string }>;
};

const areas: Reviewed[] = [
  {
    routes: reviewsApi.cycleReviews,
    list: addressOf('phase-description'),
    add: async (api) => {
      const { id, version } = await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The second half' });
      const kind = 'phase-description';
      return { kind, record: { id, version }, path: `${addressOf(kind)}?${kind}=${id}` };
    },
  },
  {
    routes: reviewsApi.ladyDueReviews,
    list: '/admin/desk/lady-due',
    add: async (api) => {
      const { id: categoryId } = await api(ladyDueApi.categories.create, {
        name: 'The cycle',
        trackingMode: 'TRACK_PERIOD',
      });
      const { id: sectionId } = await api(ladyDueApi.sections.create, { categoryId, title: 'Basics' });
      const { id, version } = await api(ladyDueApi.cards.create, {
        sectionId,
        title: 'Card one',
        publishStatus: 'published',
      });
      return { kind: 'card', record: { id, version }, path: `/admin/desk/lady-due?form=edit&card=${id}` };
    },
  },
];

const isReviewed = (page: Page) => page.getByText(`Reviewed by ${reviewedBy}`);

export const reviewCases: FaultCase[] = areas.flatMap(({ routes, list, add }): FaultCase[] => [
  {
    route: routes.list,
    where: 'the number of texts without a review',
    arrange: async ({ page, api }) => {
      await add(api);
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto(list),
        again: retryIn(beside),
        done: () => expect(page.getByText('1 active text is not reviewed by a clinician')).toBeVisible(),
      };
    },
  },
  {
    route: routes.confirm,
    where: 'the dialog',
    arrange: async ({ page, api }) => {
      await page.goto((await add(api)).path);
      await page.getByRole('button', { name: 'Mark as reviewed' }).click();
      const dialog = page.getByRole('dialog', { name: /as reviewed$/ });
      const name = dialog.getByRole('textbox', { name: 'Reviewed by' });
      await name.fill(reviewedBy);
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Mark as reviewed' }).click(),
        kept: () => expect(name).toHaveValue(reviewedBy),
        done: () => expect(isReviewed(page)).toBeVisible(),
      };
    },
  },
  {
    route: routes.withdraw,
    where: 'the line of the review',
    arrange: async ({ page, api }) => {
      const { kind, record, path } = await add(api);
      await api(routes.confirm, { kind: kind as never, records: [record], reviewedBy });
      await page.goto(path);
      await expect(isReviewed(page)).toBeVisible();
      return {
        beside: page.getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Withdraw' }).click(),
        done: () => expect(page.getByText('Not reviewed by a clinician', { exact: true }).first()).toBeVisible(),
      };
    },
  },
]);
