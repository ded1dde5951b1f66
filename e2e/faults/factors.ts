import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { ageConfirmations, codeOf, forgetCodes } from '#e2e/support/authenticator.ts';
import { delayRequests } from '#e2e/support/delay-requests.ts';
import type { Desk } from '#e2e/support/desk.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect } from '#e2e/support/test.ts';

/** The account of all cases, initially without a second factor, and the secret of its authenticator app. */
let person: Desk | undefined;
let secret = '';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const press = (page: Page, name: string) => () => button(page, name).click();
const account = '/admin/desk/account';
const codes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' });

/** These run in this order: each continues where the previous one ended. */
export const factorCases: FaultCase[] = [
  {
    route: api.factors.list,
    where: 'the account',
    arrange: async ({ page, desk }) => {
      person = await asColleague(desk);
      await openAndSignIn(page, person);
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto(account),
        again: retryIn(beside),
        done: () => expect(page.getByText('No second factor yet')).toBeVisible(),
      };
    },
  },
  {
    route: api.factors.startTotp,
    where: 'the dialog that adds an app',
    arrange: async ({ page }) => {
      const beside = page.getByRole('dialog').getByRole('alert');
      return {
        beside,
        act: press(page, 'Add an authenticator app'),
        again: retryIn(beside),
        done: async () => {
          secret = await page.getByRole('dialog').locator('code').innerText();
        },
      };
    },
  },
  {
    route: api.factors.addTotp,
    where: 'the dialog that adds an app',
    arrange: async ({ page }) => {
      const code = page.getByRole('textbox', { name: 'Code' });
      const typed = codeOf(secret);
      await code.fill(typed);
      return {
        beside: page.getByRole('dialog').getByRole('alert'),
        act: press(page, 'Add the app'),
        kept: () => expect(code).toHaveValue(typed),
        done: () => expect(codes(page)).toBeVisible(),
      };
    },
  },
  {
    route: api.factors.makeRecoveryCodes,
    where: 'the dialog with recovery codes',
    arrange: async ({ page }) => {
      // Making new codes asks first, because the current ones would stop working, even before the list has loaded.
      const release = await delayRequests(page, `**${api.factors.list.path}`);
      await press(page, 'Done')();
      await press(page, 'Replace the recovery codes')();
      await expect(button(page, 'Make new codes')).toBeVisible();
      release();
      const beside = page.getByRole('dialog').getByRole('alert');
      return {
        beside,
        act: press(page, 'Make new codes'),
        again: retryIn(beside),
        done: () => expect(codes(page)).toBeVisible(),
      };
    },
  },
  {
    route: api.auth.askToConfirm,
    where: 'the question who one is',
    arrange: async ({ page, desk }) => {
      await press(page, 'Done')();
      await ageConfirmations(desk);
      await press(page, 'Replace the recovery codes')();
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
      const beside = dialog.getByRole('alert');
      return {
        beside,
        act: press(page, 'Make new codes'),
        again: retryIn(beside),
        done: () => expect(dialog.getByRole('textbox', { name: 'Code' })).toBeVisible(),
      };
    },
  },
  {
    route: api.auth.confirm,
    where: 'the question who one is',
    arrange: async ({ page, desk }) => {
      await forgetCodes(desk);
      const code = page.getByRole('textbox', { name: 'Code' });
      await code.fill(codeOf(secret));
      return {
        beside: page.getByRole('dialog', { name: 'Confirm that it is you' }).getByRole('alert'),
        act: press(page, 'Continue'),
        done: () => expect(codes(page)).toBeVisible(),
      };
    },
  },
  {
    route: api.auth.factor,
    where: 'the second step of signing in',
    arrange: async ({ page, desk }) => {
      if (!person) throw new Error('The cases run in their order');
      await press(page, 'Done')();
      await press(page, 'Logout')();
      await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
      await forgetCodes(desk);
      await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await press(page, 'Sign in')();
      await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
      return {
        beside: page.getByRole('main').getByRole('alert'),
        act: press(page, 'Continue'),
        done: () => expect(page.getByRole('list', { name: 'Your second factors' })).toBeVisible(),
      };
    },
  },
  {
    route: api.factors.remove,
    where: 'the question before a factor is removed',
    arrange: async ({ page }) => {
      await press(page, 'Remove Authenticator app')();
      return {
        beside: page.getByRole('dialog').getByRole('alert'),
        act: press(page, 'Remove'),
        done: () => expect(page.getByText('No second factor yet')).toBeVisible(),
      };
    },
  },
];
