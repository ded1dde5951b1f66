import type { Page } from '@playwright/test';
import { cycleApi } from '#contract/cycle.ts';
import { remarksApi } from '#contract/remarks.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

const kind = 'phase-description';
const { cycleRemarks: calls, ladyDueRemarks } = remarksApi;

const remarksIn = (page: Page) => page.getByRole('region', { name: /^Remarks/ });

/** All of them on one text in Review, with a remark on its title. */
export const remarkCases: FaultCase[] = [
  {
    route: calls.list,
    where: 'the margin',
    arrange: async ({ page, api }) => {
      const { id } = await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The second half' });
      await api(calls.add, { kind, id, field: 'title', words: null, body: 'Too short' });
      const remarks = remarksIn(page);
      const beside = remarks.getByRole('alert');
      return {
        beside,
        act: () => page.goto(`/admin/desk/review?kind=${kind}&text=${id}`),
        again: retryIn(beside),
        kept: () => expect(page.getByText('The second half').last()).toBeVisible(),
        done: () => expect(remarks.getByText('Too short')).toBeVisible(),
      };
    },
  },
  {
    route: calls.reply,
    where: 'the dialog',
    stays: true,
    arrange: async ({ page }) => {
      const remarks = remarksIn(page);
      await remarks.getByRole('button', { name: 'Reply' }).click();
      const dialog = page.getByRole('dialog', { name: /^Reply to / });
      const body = dialog.getByRole('textbox', { name: 'Reply' });
      await expect(body).toBeFocused();
      await body.fill('It is longer now');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Reply' }).click(),
        kept: () => expect(body).toHaveValue('It is longer now'),
        done: () => expect(remarks.getByText('It is longer now')).toBeVisible(),
      };
    },
  },
  {
    route: calls.resolve,
    where: 'the remark',
    stays: true,
    arrange: ({ page }) => {
      const remarks = remarksIn(page);
      return {
        beside: remarks.getByRole('alert'),
        act: () => remarks.getByRole('button', { name: 'Resolve' }).click(),
        done: () => expect(remarks.getByRole('button', { name: '1 resolved remark' })).toBeVisible(),
      };
    },
  },
  {
    route: calls.add,
    where: 'the dialog',
    stays: true,
    arrange: async ({ page }) => {
      const remarks = remarksIn(page);
      await remarks.getByRole('button', { name: 'Add a remark' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a remark' });
      await expect(dialog.getByRole('combobox', { name: 'Field' })).toBeFocused();
      const body = dialog.getByRole('textbox', { name: 'Remark' });
      await body.fill('Name the days');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Add' }).click(),
        kept: () => expect(body).toHaveValue('Name the days'),
        done: () => expect(remarks.getByText('Name the days')).toBeVisible(),
      };
    },
  },
  {
    route: calls.remove,
    where: 'the question',
    stays: true,
    arrange: async ({ page }) => {
      const remarks = remarksIn(page);
      await remarks.getByRole('button', { name: 'Delete the remark' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete this remark?' });
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Delete the remark' }).click(),
        done: () => expect(remarks.getByText('Name the days')).toBeHidden(),
      };
    },
  },
];

/** The remarks on a card are shown by the same code, which calls their own routes. */
export const remarksLikeOfCycle = Object.values(ladyDueRemarks);
