import type { Locator } from '@playwright/test';
import { type Announcement, announcements } from '#contract/announcements.ts';
import { api as contract } from '#contract/api.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { expect } from '#e2e/support/test.ts';

export async function openAnnouncement({ page, api }: Fixtures): Promise<{ row: Locator; announcement: Announcement }> {
  const announcement = await api(announcements.create, { message: `Disturbed ${crypto.randomUUID()}` });
  await page.goto('/admin/desk/announcements');
  const row = page.getByRole('listitem').filter({ hasText: announcement.message.slice(-12) });
  await expect(row).toBeVisible();
  return { row, announcement };
}

export const announcementsCases: FaultCase[] = [
  {
    route: contract.announcements.list,
    where: 'the list of announcements',
    arrange: async ({ page }) => {
      const beside = page.getByRole('region', { name: 'All announcements' }).getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/announcements'),
        again: retryIn(beside),
        done: () => expect(beside).toBeHidden(),
      };
    },
  },
  {
    route: contract.announcements.create,
    where: 'the form of a new announcement',
    arrange: async ({ page }) => {
      await page.goto('/admin/desk/announcements');
      const field = page.getByRole('textbox', { name: 'New announcement' });
      const message = `Written in spite of all ${crypto.randomUUID()}`;
      await field.fill(message);
      return {
        beside: page.getByRole('main').locator('form').filter({ has: field }).getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Create announcement' }).click(),
        kept: () => expect(field).toHaveValue(message),
        done: () => expect(page.getByRole('listitem').filter({ hasText: message })).toBeVisible(),
      };
    },
  },
  {
    route: contract.announcements.update,
    where: 'Disable in a row',
    arrange: async (fixtures) => {
      const { row } = await openAnnouncement(fixtures);
      return {
        beside: row.getByRole('alert'),
        act: () => row.getByRole('button', { name: 'Disable' }).click(),
        done: () => expect(row).toContainText('Inactive'),
      };
    },
  },
  {
    route: contract.announcements.update,
    where: 'the editor in a row',
    arrange: async (fixtures) => {
      const { page } = fixtures;
      const { row, announcement } = await openAnnouncement(fixtures);
      await row.getByRole('button', { name: 'Edit' }).click();
      const editor = page.getByRole('form', { name: 'Edit announcement' });
      const field = editor.getByRole('textbox', { name: 'Message' });
      const message = `${announcement.message} and changed`;
      await field.fill(message);
      return {
        beside: editor.getByRole('alert'),
        act: () => editor.getByRole('button', { name: 'Save Changes' }).click(),
        kept: () => expect(field).toHaveValue(message),
        done: () => expect(page.getByRole('listitem').filter({ hasText: message })).toContainText('updated'),
      };
    },
  },
  {
    route: contract.announcements.remove,
    where: 'the question before an announcement is deleted',
    arrange: async (fixtures) => {
      const { row } = await openAnnouncement(fixtures);
      await row.getByRole('button', { name: 'Delete' }).click();
      const dialog = fixtures.page.getByRole('dialog');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Delete announcement' }).click(),
        done: () => expect(row).toHaveCount(0),
      };
    },
  },
];
