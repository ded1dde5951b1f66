import { api as contract } from '#contract/api.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { makeAppKey, revokeAppKeys } from '#e2e/support/app-keys.ts';
import { expect } from '#e2e/support/test.ts';

const address = '/admin/desk/staff/app';

export const appCases: FaultCase[] = [
  {
    route: contract.appConnection.read,
    where: 'the steps of the connection',
    arrange: async ({ page }) => {
      const card = page.getByRole('region', { name: 'Connect the app' });
      const beside = card.getByRole('alert');
      return {
        beside,
        act: () => page.goto(address),
        again: retryIn(beside),
        done: () => expect(card.getByText('1. Address')).toBeVisible(),
      };
    },
  },
  {
    route: contract.appKeys.list,
    where: 'the list of keys',
    arrange: async ({ page, api }) => {
      await makeAppKey(api, 'backend');
      const card = page.getByRole('region', { name: 'Keys' });
      const beside = card.getByRole('alert');
      return {
        beside,
        act: () => page.goto(address),
        again: retryIn(beside),
        done: () => expect(card.getByRole('list', { name: 'Keys' })).toBeVisible(),
      };
    },
  },
  {
    route: contract.appKeys.make,
    where: 'the form of a key',
    arrange: async ({ page, api }) => {
      await revokeAppKeys(api);
      await page.goto(address);
      await page.getByRole('button', { name: 'Make a key' }).click();
      const form = page.getByRole('dialog', { name: 'Make a key' });
      const name = form.getByRole('textbox', { name: 'Name' });
      await name.fill('faults');
      return {
        beside: form.getByRole('alert'),
        act: () => form.getByRole('button', { name: 'Make key' }).click(),
        kept: () => expect(name).toHaveValue('faults'),
        done: () => expect(page.getByRole('dialog', { name: 'The key “faults”' })).toBeVisible(),
      };
    },
  },
  {
    route: contract.appKeys.revoke,
    where: 'the question before a key is revoked',
    arrange: async ({ page, api }) => {
      await makeAppKey(api, 'faults');
      await page.goto(address);
      await page.getByRole('button', { name: 'Revoke faults' }).click();
      const question = page.getByRole('dialog');
      return {
        beside: question.getByRole('alert'),
        act: () => question.getByRole('button', { name: 'Revoke key' }).click(),
        done: () => expect(page.getByText('Revoked the key “faults”')).toBeVisible(),
      };
    },
  },
];
