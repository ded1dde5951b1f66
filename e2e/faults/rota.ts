import type { Page } from '@playwright/test';
import { clinicianApi } from '#contract/clinician.ts';
import { safetyApi } from '#contract/safety.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

const { rota, crisis } = safetyApi;

const path = '/admin/desk/moderation/rota';
const card = (page: Page) => page.getByRole('region', { name: 'Rota' });

export const rotaCases: FaultCase[] = [
  {
    route: rota.list,
    where: 'the rota',
    arrange: ({ page }) => {
      const beside = card(page).getByRole('alert');
      return {
        beside,
        act: () => page.goto(path),
        again: retryIn(beside),
        done: () => expect(card(page).getByText(/No rota yet|Monday/)).toBeVisible(),
      };
    },
  },
  {
    route: rota.add,
    where: 'the form of a shift',
    stays: true,
    arrange: async ({ page }) => {
      await card(page).getByRole('button', { name: 'Add a shift' }).click();
      const form = page.getByRole('dialog', { name: 'Add a shift' });
      await form.getByRole('combobox', { name: 'Colleague' }).click();
      await page.getByRole('option').first().click();
      await form.getByRole('switch', { name: 'Monday' }).click();
      return {
        beside: form.getByRole('alert'),
        act: () => form.getByRole('button', { name: 'Add shift' }).click(),
        kept: () => expect(form.getByRole('switch', { name: 'Monday' })).toBeChecked(),
        done: () => expect(form).toBeHidden(),
      };
    },
  },
  {
    route: rota.remove,
    where: 'the question about a shift',
    stays: true,
    arrange: async ({ page }) => {
      await card(page)
        .getByRole('button', { name: /^Remove / })
        .first()
        .click();
      const question = page.getByRole('dialog', { name: /^Remove the shift of / });
      return {
        beside: question.getByRole('alert'),
        act: () => question.getByRole('button', { name: 'Remove shift' }).click(),
        kept: () => expect(question).toBeVisible(),
        done: () => expect(question).toBeHidden(),
      };
    },
  },
  {
    route: crisis.waiting,
    where: 'the line about those on duty',
    arrange: ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: async () => {
          await page.goto(path);
          // The line at the top makes the same call once more when it appears.
          await expect(page.getByRole('status', { name: 'People who may be in danger' })).toBeAttached();
        },
        again: retryIn(beside),
        done: () => expect(page.getByText(/(Nobody is on duty now|On duty now: )/)).toBeVisible(),
      };
    },
  },
  {
    route: clinicianApi.clinician.update,
    where: 'the form of the clinician on call',
    stays: true,
    arrange: async ({ page }) => {
      await page.getByRole('button', { name: /^(Name a|Change the) clinician$/ }).click();
      const form = page.getByRole('dialog', { name: 'Clinician on call' });
      await form.getByRole('textbox', { name: 'Name' }).fill('Dr Bello');
      await form.getByRole('textbox', { name: 'Phone' }).fill('0803 000 0000');
      return {
        beside: form.getByRole('alert'),
        act: () => form.getByRole('button', { name: 'Save' }).click(),
        kept: () => expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Dr Bello'),
        done: () => expect(form).toBeHidden(),
      };
    },
  },
];
