import { safetyApi } from '#contract/safety.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

const { helpLines, helpLineCalls } = safetyApi;

const path = '/admin/desk/moderation/help-lines';

export const helpLineCases: FaultCase[] = [
  {
    route: helpLineCalls.list,
    where: 'the calls of the help lines',
    arrange: async ({ page, api }) => {
      const line = { name: 'Listening line', purpose: 'any', number: '0800 000 0000' } as const;
      const { id } = await api(helpLines.create, line);
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto(`${path}?help-line=${id}`),
        again: retryIn(beside),
        done: () =>
          expect(page.getByRole('region', { name: 'Help line', exact: true })).toContainText(
            'Never called: not offered',
          ),
      };
    },
  },
  {
    route: helpLineCalls.add,
    where: 'the dialog of a call',
    stays: true,
    arrange: async ({ page }) => {
      await page.getByRole('button', { name: 'Record a call' }).click();
      const dialog = page.getByRole('dialog', { name: 'Record a call' });
      await dialog.getByRole('radio', { name: 'Nobody answered' }).check();
      await dialog.getByRole('textbox', { name: 'Note' }).fill('Tried twice');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Record the call' }).click(),
        kept: async () => {
          await expect(dialog.getByRole('radio', { name: 'Nobody answered' })).toBeChecked();
          await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Tried twice');
        },
        done: () => expect(page.getByText('Recorded the call of “Listening line”')).toBeVisible(),
      };
    },
  },
];
