import { cycleApi } from '#contract/cycle.ts';
import { remarksApi } from '#contract/remarks.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

const kind = 'phase-description';
const { cycleRemarks: calls, ladyDueRemarks } = remarksApi;

/** Opens a text in Review. With a remark on its title, unless `isBare`. */
async function open({ page, api }: Pick<Fixtures, 'page' | 'api'>, isBare = false) {
  const { id } = await api(cycleApi.descriptions.create, { phase: 'luteal', title: 'The second half' });
  if (!isBare) await api(calls.add, { kind, id, field: 'title', words: null, body: 'Too short' });
  await page.goto(`/admin/desk/review?kind=${kind}&text=${id}`);
  const remarks = page.getByRole('region', { name: /^Remarks/ });
  await expect(remarks.getByRole('heading', { name: /^Remarks \(/ })).toBeVisible();
  return remarks;
}

export const remarkCases: FaultCase[] = [
  {
    route: calls.list,
    where: 'the margin',
    arrange: async (fixtures) => {
      const remarks = await open(fixtures);
      const beside = remarks.getByRole('alert');
      return {
        beside,
        act: () => fixtures.page.reload(),
        again: retryIn(beside),
        kept: () => expect(fixtures.page.getByText('The second half').last()).toBeVisible(),
        done: () => expect(remarks.getByText('Too short')).toBeVisible(),
      };
    },
  },
  {
    route: calls.add,
    where: 'the dialog',
    arrange: async (fixtures) => {
      const remarks = await open(fixtures, true);
      await remarks.getByRole('button', { name: 'Add a remark' }).click();
      const dialog = fixtures.page.getByRole('dialog', { name: 'Add a remark' });
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
    route: calls.reply,
    where: 'the dialog',
    arrange: async (fixtures) => {
      const remarks = await open(fixtures);
      await remarks.getByRole('button', { name: 'Reply' }).click();
      const dialog = fixtures.page.getByRole('dialog', { name: /^Reply to / });
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
    arrange: async (fixtures) => {
      const remarks = await open(fixtures);
      return {
        beside: remarks.getByRole('alert'),
        act: () => remarks.getByRole('button', { name: 'Resolve' }).click(),
        done: () => expect(remarks.getByRole('button', { name: '1 resolved remark' })).toBeVisible(),
      };
    },
  },
  {
    route: calls.remove,
    where: 'the question',
    arrange: async (fixtures) => {
      const remarks = await open(fixtures);
      await remarks.getByRole('button', { name: 'Delete the remark' }).click();
      const dialog = fixtures.page.getByRole('dialog', { name: 'Delete this remark?' });
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Delete the remark' }).click(),
        done: () => expect(remarks.getByText('Too short')).toBeHidden(),
      };
    },
  },
];

/** The remarks on a card are shown by the same code, which calls their own routes. */
export const remarksLikeOfCycle = Object.values(ladyDueRemarks);
