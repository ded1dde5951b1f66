import type { Page } from '@playwright/test';
import { api as contract } from '#contract/api.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { callsAsStaff } from '#e2e/support/calls.ts';
import { asColleague, block, giveApp } from '#e2e/support/staff.ts';
import { expect } from '#e2e/support/test.ts';

/** Chooses an item in the menu of an account's row. Returns the row. */
async function choose(page: Page, name: string, item: string) {
  const menu = page.getByRole('button', { name: `Actions for ${name}` });
  await menu.click();
  await page.getByRole('menuitem', { name: item }).click();
  return page.getByRole('row').filter({ has: menu });
}

const sessionsIn = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

/** These need a separate account, since they change its name, its password and its sessions. */
export const staffCases: FaultCase[] = [
  {
    route: contract.staff.list,
    where: 'the list of accounts',
    arrange: async ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/staff'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('table', { name: 'Accounts' })).toBeVisible(),
      };
    },
  },
  {
    route: contract.staff.invite,
    where: 'the form of an invitation',
    stays: true,
    arrange: async ({ page }) => {
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Invite a colleague' });
      const email = `faults.${Date.now()}@awa.example`;
      await form.getByRole('textbox', { name: 'Name' }).fill('Ife Bello');
      await form.getByRole('textbox', { name: 'Email' }).fill(email);
      return {
        beside: form.getByRole('alert'),
        act: () => form.getByRole('button', { name: 'Invite', exact: true }).click(),
        kept: () => expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(email),
        done: () => expect(page.getByRole('dialog', { name: 'Invitation for Ife Bello' })).toBeVisible(),
      };
    },
  },
  {
    route: contract.staff.unlock,
    where: 'the question before a block is lifted',
    arrange: async ({ page, desk }) => {
      const colleague = await asColleague(desk, 'Ada Obi', 'editor');
      await giveApp(colleague);
      await block(colleague);
      await page.goto('/admin/desk/staff');
      await choose(page, 'Ada Obi', 'Lift sign-in block');
      const question = page.getByRole('dialog');
      return {
        beside: question.getByRole('alert'),
        act: () => question.getByRole('button', { name: 'Lift block' }).click(),
        done: () => expect(page.getByText('Lifted the sign-in block of Ada Obi')).toBeVisible(),
      };
    },
  },
  {
    route: contract.staff.removeFactors,
    where: 'the question before second factors are removed',
    stays: true,
    arrange: async ({ page }) => {
      const row = await choose(page, 'Ada Obi', 'Remove second factor');
      await expect(row).toContainText('Set up');
      const question = page.getByRole('dialog');
      return {
        beside: question.getByRole('alert'),
        act: () => question.getByRole('button', { name: 'Remove second factor' }).click(),
        done: () => expect(row).toContainText('None'),
      };
    },
  },
  {
    route: contract.staff.update,
    where: 'the form of an account',
    stays: true,
    arrange: async ({ page }) => {
      await choose(page, 'Ada Obi', 'Edit');
      const form = page.getByRole('dialog', { name: 'Edit Ada Obi' });
      const name = form.getByRole('textbox', { name: 'Name' });
      await name.fill('Ada Nwosu');
      return {
        beside: form.getByRole('alert'),
        act: () => form.getByRole('button', { name: 'Save account' }).click(),
        kept: () => expect(name).toHaveValue('Ada Nwosu'),
        done: () => expect(page.getByRole('row').filter({ hasText: 'Ada Nwosu' })).toBeVisible(),
      };
    },
  },
  {
    route: contract.staff.update,
    where: 'the question before an account is disabled',
    stays: true,
    arrange: async ({ page }) => {
      const row = await choose(page, 'Ada Nwosu', 'Disable');
      const question = page.getByRole('dialog');
      return {
        beside: question.getByRole('alert'),
        act: () => question.getByRole('button', { name: 'Disable account' }).click(),
        done: () => expect(row).toContainText('Disabled'),
      };
    },
  },
  {
    route: contract.staff.reset,
    where: 'the question before a new link',
    arrange: async ({ page, desk }) => {
      await asColleague(desk, 'Ife Ojo', 'editor');
      await page.goto('/admin/desk/staff');
      await choose(page, 'Ife Ojo', 'New password link');
      const question = page.getByRole('dialog');
      return {
        beside: question.getByRole('alert'),
        act: () => question.getByRole('button', { name: 'Make a link' }).click(),
        done: () => expect(page.getByRole('dialog', { name: 'A link for Ife Ojo' })).toBeVisible(),
      };
    },
  },
  {
    route: contract.account.get,
    where: 'the own account',
    arrange: async ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/account'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible(),
      };
    },
  },
  {
    route: contract.account.rename,
    where: 'the card of the name',
    stays: true,
    arrange: async ({ page }) => {
      const form = page.getByRole('form', { name: 'Your name' });
      const name = form.getByRole('textbox', { name: 'Name' });
      await name.fill('Bola Ige-Faults');
      return {
        beside: form.getByRole('alert'),
        act: () => form.getByRole('button', { name: 'Save name' }).click(),
        kept: () => expect(name).toHaveValue('Bola Ige-Faults'),
        done: () => expect(page.getByText('Saved your name')).toBeVisible(),
      };
    },
  },
  {
    route: contract.account.setDailyMail,
    where: 'the card of the mail of the day',
    stays: true,
    arrange: ({ page }) => {
      const card = page.getByRole('region', { name: 'Mail of the day' });
      return {
        beside: card.getByRole('alert'),
        act: () => card.getByRole('switch').click(),
        done: () => expect(page.getByText(/^Switched (on|off) the mail of the day$/)).toBeVisible(),
      };
    },
  },
  {
    route: contract.account.endSession,
    where: 'the list of sessions',
    arrange: async ({ page, desk }) => {
      await callsAsStaff(desk);
      await callsAsStaff(desk);
      await page.goto('/admin/desk/account');
      const sessions = sessionsIn(page);
      await expect(sessions).toHaveCount(3);
      return {
        beside: page.getByRole('main').getByRole('alert'),
        act: () =>
          page
            .getByRole('button', { name: /^End A program/ })
            .first()
            .click(),
        kept: () => expect(sessions).toHaveCount(3),
        done: () => expect(sessions).toHaveCount(2),
      };
    },
  },
  {
    route: contract.account.endOthers,
    where: 'the list of sessions',
    stays: true,
    arrange: ({ page }) => {
      const sessions = sessionsIn(page);
      return {
        beside: page.getByRole('main').getByRole('alert'),
        act: () => page.getByRole('button', { name: 'End all others' }).click(),
        kept: () => expect(sessions).toHaveCount(2),
        done: () => expect(sessions).toHaveCount(1),
      };
    },
  },
  {
    route: contract.account.changePassword,
    where: 'the card of the password',
    stays: true,
    arrange: async ({ page, desk }) => {
      const form = page.getByRole('form', { name: 'Your password' });
      const present = form.getByLabel('Current password', { exact: true });
      await present.fill(desk.password);
      await form.getByLabel('New password', { exact: true }).fill('quiet-harmattan-window-81');
      return {
        beside: form.getByRole('alert'),
        act: () => form.getByRole('button', { name: 'Change password' }).click(),
        kept: () => expect(present).toHaveValue(desk.password),
        done: () => expect(page.getByText('Changed your password')).toBeVisible(),
      };
    },
  },
];

/** The page of a link, opened without a session. */
async function invite({ api }: Fixtures) {
  const email = `link.${Date.now()}@awa.example`;
  const { link } = await api(contract.staff.invite, { email, name: 'Ife Bello', role: 'editor' });
  return `/admin/desk/invitation#${link.token}`;
}

export const invitationCases: FaultCase[] = [
  {
    route: contract.invitation.open,
    where: 'the page of a link',
    arrange: async (fixtures) => {
      const { page } = fixtures;
      const address = await invite(fixtures);
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto(address),
        again: retryIn(beside),
        done: () => expect(page.getByRole('heading', { name: 'Welcome, Ife Bello' })).toBeVisible(),
      };
    },
  },
  {
    route: contract.invitation.open,
    where: 'the form of a link',
    arrange: async (fixtures) => {
      const { page } = fixtures;
      const address = await invite(fixtures);
      await page.goto('/admin');
      await page.goto(address);
      const password = page.getByLabel('New password', { exact: true });
      await password.fill('quiet-harmattan-window-81');
      return {
        beside: page.getByRole('form', { name: 'Choose a password' }).getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Save and sign in' }).click(),
        kept: () => expect(password).toHaveValue('quiet-harmattan-window-81'),
        done: () => expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible(),
      };
    },
  },
];
