import { api } from '#contract/api.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { expect } from '#e2e/support/test.ts';

/** These run in this order: the first case signs in, the third signs out. */
export const signInCases: FaultCase[] = [
  {
    route: api.auth.signIn,
    where: 'the sign-in form',
    arrange: async ({ page, desk }) => {
      await page.goto('/admin');
      const email = page.getByRole('textbox', { name: 'Email' });
      await email.fill(desk.email);
      await page.getByLabel('Password', { exact: true }).fill(desk.password);
      return {
        beside: page.getByRole('form', { name: 'Sign in' }).getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Sign in' }).click(),
        kept: () => expect(email).toHaveValue(desk.email),
        done: () => expect(page.getByText(`Welcome, ${desk.email}`)).toBeVisible(),
      };
    },
  },
  {
    route: api.auth.refresh,
    where: 'the page that opens',
    arrange: async ({ page, desk }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/users'),
        again: retryIn(beside),
        done: () => expect(page.getByText(`Welcome, ${desk.email}`)).toBeVisible(),
        says: /The server could not (answer|be reached)\./,
      };
    },
  },
  {
    route: api.auth.signOut,
    where: 'Logout',
    arrange: async ({ page }) => {
      await page.goto('/admin');
      return {
        beside: page.getByRole('main').getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Logout' }).click(),
        done: () => expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible(),
      };
    },
  },
  {
    route: api.auth.signOut,
    where: 'Logout on a phone',
    arrange: async ({ page, desk }) => {
      await openAndSignIn(page, desk);
      await page.setViewportSize({ width: 360, height: 640 });
      await page.getByRole('button', { name: 'Menu' }).click();
      return {
        beside: page.getByRole('dialog').getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Logout' }).click(),
        kept: () => expect(page.getByRole('alert')).toHaveCount(1),
        done: () => expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible(),
      };
    },
  },
];
