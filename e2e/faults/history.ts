import { announcementRoutes } from '#contract/announcements.ts';
import { api as contract } from '#contract/api.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { addCards } from '#e2e/support/card-editor.ts';
import { expect } from '#e2e/support/test.ts';

async function openAnnouncement({ page, api }: Fixtures) {
  const announcement = await api(announcementRoutes.create, { message: `Disturbed ${crypto.randomUUID()}` });
  await page.goto('/admin/desk/announcements');
  const row = page.getByRole('listitem').filter({ hasText: announcement.message });
  await expect(row).toBeVisible();
  return { row, announcement };
}

export const historyCases: FaultCase[] = [
  {
    route: contract.history.undo,
    where: 'the toast of a change',
    arrange: async (fixtures) => {
      const { page } = fixtures;
      const { row } = await openAnnouncement(fixtures);
      await row.getByRole('button', { name: 'Disable' }).click();
      const undo = page.getByRole('button', { name: 'Undo: Disabled the announcement' });
      await expect(undo).toBeVisible();
      return {
        beside: page.getByRole('status').getByRole('alert'),
        act: () => undo.click(),
        kept: () => expect(page.getByText('Disabled the announcement')).toBeVisible(),
        done: () => expect(row.getByText('Active', { exact: true })).toBeVisible(),
      };
    },
  },
  {
    route: contract.history.list,
    where: 'the place of the activity',
    arrange: async ({ page, api }) => {
      await api(announcementRoutes.create, { message: 'Disturbed' });
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/activity'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('list', { name: 'Today' })).toContainText('created the announcement'),
      };
    },
  },
  {
    route: contract.history.records,
    where: 'the records of a change',
    arrange: async ({ page, api }) => {
      const { first, second } = await addCards(api);
      await api(contract.cards.bulk, { ids: [first.id, second.id], action: 'publish' });
      await page.goto('/admin/desk/activity');
      const row = page.getByRole('listitem').filter({ hasText: 'published 2 cards' }).first();
      const beside = row.getByRole('alert');
      return {
        beside,
        act: () => row.getByRole('button', { name: /^Show the 2 cards/ }).click(),
        again: retryIn(beside),
        done: () => expect(row.getByRole('list')).toContainText(first.title),
      };
    },
  },
  {
    route: contract.history.undo,
    where: 'its row of the activity',
    arrange: async ({ page, api }) => {
      const { message } = await api(announcementRoutes.create, { message: `Disturbed ${crypto.randomUUID()}` });
      await page.goto('/admin/desk/activity');
      const row = page.getByRole('listitem').filter({ hasText: `created the announcement “${message}”` });
      return {
        beside: row.getByRole('alert'),
        act: () => row.getByRole('button', { name: 'Undo' }).click(),
        done: () => expect(row).toContainText('Undone by Administrator'),
      };
    },
  },
  {
    route: contract.history.check,
    where: 'the head of the activity',
    arrange: async ({ page }) => {
      await page.goto('/admin/desk/activity');
      return {
        beside: page.getByRole('main').getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Check the log' }).click(),
        done: () => expect(page.getByRole('main').getByText('The log is whole:')).toBeVisible(),
      };
    },
  },
  {
    route: contract.history.export,
    where: 'the head of the activity',
    arrange: async ({ page }) => {
      await page.goto('/admin/desk/activity');
      return {
        beside: page.getByRole('main').getByRole('alert'),
        act: () => page.getByRole('button', { name: 'Export', exact: true }).click(),
        done: () => expect(page.getByText(/^Saved awa-log-[\d-]+\.jsonl, /)).toBeVisible(),
      };
    },
  },
  {
    route: contract.bin.list,
    where: 'the place of the bin',
    arrange: async ({ page, api }) => {
      const { id, message } = await api(announcementRoutes.create, { message: `Disturbed ${crypto.randomUUID()}` });
      await api(announcementRoutes.remove, { id });
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/bin'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('list', { name: 'Deleted' })).toContainText(message),
      };
    },
  },
  {
    route: contract.bin.restore,
    where: 'its row of the bin',
    arrange: async ({ page, api }) => {
      const { id, message } = await api(announcementRoutes.create, { message: `Disturbed ${crypto.randomUUID()}` });
      await api(announcementRoutes.remove, { id });
      await page.goto('/admin/desk/bin');
      const row = page.getByRole('listitem').filter({ hasText: message });
      return {
        beside: row.getByRole('alert'),
        act: () => row.getByRole('button', { name: 'Restore' }).click(),
        done: () => expect(row).toHaveCount(0),
      };
    },
  },
  {
    route: contract.bin.restoreSelected,
    where: 'the bar of what is selected in the bin',
    arrange: async ({ page, api }) => {
      const { id, message } = await api(announcementRoutes.create, { message: `Disturbed ${crypto.randomUUID()}` });
      await api(announcementRoutes.remove, { id });
      await page.goto('/admin/desk/bin');
      const row = page.getByRole('listitem').filter({ hasText: message });
      await row.getByRole('checkbox').check();
      const bar = page.getByRole('group', { name: 'Selection' });
      return {
        beside: bar.getByRole('alert'),
        act: () => bar.getByRole('button', { name: 'Restore' }).click(),
        kept: () => expect(row.getByRole('checkbox')).toBeChecked(),
        done: () => expect(row).toHaveCount(0),
      };
    },
  },
  {
    route: contract.history.revisions,
    where: 'what was deleted, beside the bin',
    arrange: async ({ page, api }) => {
      const { id, message } = await api(announcementRoutes.create, { message: `Disturbed ${crypto.randomUUID()}` });
      await api(announcementRoutes.remove, { id });
      await page.goto('/admin/desk/bin');
      const panel = page.getByRole('complementary', { name: 'Deleted announcement' });
      const beside = panel.getByRole('alert');
      return {
        beside,
        act: () => page.getByRole('link', { name: message }).click(),
        again: retryIn(beside),
        done: () => expect(panel.getByRole('definition').first()).toHaveText(message),
      };
    },
  },
  {
    route: contract.history.revisions,
    where: 'the history panel',
    arrange: async (fixtures) => {
      const { page } = fixtures;
      const { row } = await openAnnouncement(fixtures);
      const panel = page.getByRole('complementary', { name: 'History' });
      const beside = panel.getByRole('alert');
      return {
        beside,
        act: () => row.getByRole('button', { name: 'History' }).click(),
        again: retryIn(beside),
        done: () => expect(panel.getByRole('listitem')).toContainText('Created'),
      };
    },
  },
  {
    route: contract.history.restoreVersion,
    where: 'its version in the history panel',
    arrange: async (fixtures) => {
      const { page, api } = fixtures;
      const { row, announcement } = await openAnnouncement(fixtures);
      await api(announcementRoutes.update, { id: announcement.id, message: 'Overwritten' });
      await row.getByRole('button', { name: 'History' }).click();
      const panel = page.getByRole('complementary', { name: 'History' });
      const version = panel.getByRole('listitem').filter({ hasText: 'Created' });
      await version.getByRole('button').click();
      return {
        beside: version.getByRole('alert'),
        act: () => panel.getByRole('button', { name: 'Restore this version' }).click(),
        done: () => expect(panel.getByRole('listitem').first()).toContainText('Restored message'),
      };
    },
  },
];
