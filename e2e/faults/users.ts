import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

async function openUsers({ page, addAppUsers }: Fixtures) {
  const mark = await addAppUsers([{ name: 'Faulted Person' }]);
  await page.goto(`/admin/desk/users?search=${mark}`);
  await expect(page.getByText('Showing 1 to 1 of 1 users')).toBeVisible();
}

const notesIn = (page: Page) => page.getByRole('region', { name: 'Notes' });

export const usersListCases: FaultCase[] = [
  {
    route: api.users.signups,
    where: 'the cell of the sign-ups',
    arrange: async ({ page }) => {
      const figures = page.getByRole('region', { name: 'Figures' });
      const beside = figures.getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/users'),
        again: retryIn(beside),
        kept: () => expect(figures).toContainText('Total Users'),
        done: () => expect(figures.getByRole('slider')).toBeVisible(),
      };
    },
  },
  {
    route: api.users.posts,
    where: 'the cell of the posts',
    arrange: async ({ page }) => {
      const figures = page.getByRole('region', { name: 'Figures' });
      const beside = figures.getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/users'),
        again: retryIn(beside),
        kept: () => expect(figures).toContainText('Total Users'),
        done: () => expect(figures.getByText('Total Posts')).toBeVisible(),
      };
    },
  },
  {
    route: api.users.metrics,
    where: 'the figures',
    arrange: async ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/users'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('region', { name: 'Figures' })).toContainText('Total Users'),
      };
    },
  },
  {
    route: api.users.list,
    where: 'the list of users',
    arrange: async ({ page }) => {
      const beside = page.getByRole('region', { name: 'User Management' }).getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/users'),
        again: retryIn(beside),
        done: () => expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible(),
      };
    },
  },
  {
    route: api.users.export,
    where: 'the bar above the page',
    arrange: async (fixtures) => {
      await openUsers(fixtures);
      const { page } = fixtures;
      const bar = page.getByRole('region', { name: 'Export of users' });
      const saved = page.waitForEvent('download');
      return {
        beside: bar.getByRole('alert'),
        act: async () => {
          await page.getByRole('button', { name: 'Export CSV' }).click();
          await page.getByRole('button', { name: 'Export', exact: true }).click();
        },
        again: retryIn(bar),
        kept: () => expect(bar).toContainText('Nothing was saved.'),
        done: () => saved,
      };
    },
  },
];

export const usersChangeCases: FaultCase[] = [
  {
    route: api.users.setStatus,
    where: 'a row of users',
    arrange: async (fixtures) => {
      await openUsers(fixtures);
      const table = fixtures.page.getByRole('table', { name: 'Users' });
      return {
        beside: table.getByRole('alert'),
        act: () => table.getByRole('button', { name: 'Verify Faulted Person' }).click(),
        done: () => expect(table.getByText('Verified', { exact: true })).toBeVisible(),
      };
    },
  },
  {
    route: api.users.remove,
    where: 'the question before a user is deleted',
    stays: true,
    arrange: async ({ page }) => {
      await page.getByRole('button', { name: 'Delete Faulted Person' }).click();
      const dialog = page.getByRole('dialog');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Delete user' }).click(),
        done: () => expect(page.getByText('Showing 0 to 0 of 0 users')).toBeVisible(),
      };
    },
  },
  {
    route: api.users.setStatus,
    where: 'a row of users on a phone',
    arrange: async (fixtures) => {
      const { page } = fixtures;
      await page.setViewportSize({ width: 360, height: 640 });
      await openUsers(fixtures);
      const list = page.getByRole('list', { name: 'Users' });
      return {
        beside: list.getByRole('alert'),
        act: async () => {
          await list.getByRole('button', { name: 'Actions for Faulted Person' }).click();
          await page.getByRole('menuitem', { name: 'Verify' }).click();
        },
        done: () => expect(list.getByText(/^Verified/)).toBeVisible(),
      };
    },
  },
  {
    route: api.users.get,
    where: 'the panel of a user',
    arrange: async (fixtures) => {
      await openUsers(fixtures);
      const { page } = fixtures;
      const beside = page.getByRole('complementary', { name: 'User' }).getByRole('alert');
      return {
        beside,
        act: () => page.getByRole('link', { name: 'Faulted Person' }).click(),
        again: retryIn(beside),
        done: () => expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible(),
      };
    },
  },
  {
    route: api.users.setStatus,
    where: 'the panel of a user',
    stays: true,
    arrange: ({ page }) => {
      const panel = page.getByRole('complementary', { name: 'User' });
      return {
        beside: panel.getByRole('alert'),
        act: () => panel.getByRole('button', { name: 'Verify Faulted Person' }).click(),
        kept: () => expect(page.getByRole('alert')).toHaveCount(1),
        done: () => expect(panel.getByText('Verified', { exact: true })).toBeVisible(),
      };
    },
  },
  {
    route: api.users.bulk,
    where: 'the bar of what is selected',
    arrange: async (fixtures) => {
      await openUsers(fixtures);
      const { page } = fixtures;
      await page.getByRole('checkbox', { name: 'Select Faulted Person' }).check();
      const bar = page.getByRole('group', { name: 'Selection' });
      return {
        beside: bar.getByRole('alert'),
        act: () => bar.getByRole('button', { name: 'Verify', exact: true }).click(),
        kept: () => expect(bar).toContainText('1 selected'),
        done: () => expect(page.getByRole('table').getByText('Verified', { exact: true })).toBeVisible(),
      };
    },
  },
  {
    route: api.userNotes.list,
    where: 'the notes on a user',
    arrange: async (fixtures) => {
      const { page, api: call } = fixtures;
      await openUsers(fixtures);
      const search = new URL(page.url()).searchParams.get('search') ?? '';
      const [person] = (await call(api.users.list, { search })).users;
      await call(api.userNotes.add, { userId: person?.id ?? '', kind: 'contact', text: 'Called back' });
      const notes = notesIn(page);
      const beside = notes.getByRole('alert');
      return {
        beside,
        act: () => page.getByRole('link', { name: 'Faulted Person' }).click(),
        again: retryIn(beside),
        done: () => expect(notes.getByText('Called back')).toBeVisible(),
      };
    },
  },
  {
    route: api.userNotes.remove,
    where: 'a note on a user',
    stays: true,
    arrange: ({ page }) => {
      const notes = notesIn(page);
      return {
        beside: notes.getByRole('alert'),
        act: () => notes.getByRole('button', { name: 'Delete the note' }).click(),
        kept: () => expect(notes.getByText('Called back')).toBeVisible(),
        done: () => expect(notes.getByText('No notes yet.')).toBeVisible(),
      };
    },
  },
  {
    route: api.userNotes.restore,
    where: 'the toast of a deleted note',
    stays: true,
    arrange: ({ page }) => {
      const notes = notesIn(page);
      return {
        beside: page.getByRole('status').getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Undo: Deleted the note' }).click(),
        done: () => expect(notes.getByText('Called back')).toBeVisible(),
      };
    },
  },
  {
    route: api.userNotes.add,
    where: 'the dialog of a new note',
    stays: true,
    arrange: async ({ page }) => {
      const notes = notesIn(page);
      await notes.getByRole('button', { name: 'Add a note' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a note' });
      const text = dialog.getByRole('textbox', { name: 'Note' });
      await expect(text).toBeFocused();
      await text.fill('Called twice');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Add note' }).click(),
        kept: () => expect(text).toHaveValue('Called twice'),
        done: () => expect(notes.getByText('Called twice')).toBeVisible(),
      };
    },
  },
];
