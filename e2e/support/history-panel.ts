import type { Page } from '@playwright/test';
import { type Announcement, announcementRoutes } from '#contract/announcements.ts';
import { unique } from '#e2e/support/announcements.ts';
import type { Call } from '#e2e/support/calls.ts';
import { expect } from '#e2e/support/test.ts';

/** The history panel beside the announcements. */
export const historyPanel = (page: Page) => {
  const panel = page.getByRole('complementary', { name: 'History' });
  return {
    panel,
    heading: panel.getByRole('heading', { name: 'History', level: 2 }),
    versions: panel.getByRole('list', { name: 'Versions' }).getByRole('listitem'),
    version: (name: string) => panel.getByRole('button', { name, expanded: false }),
    opened: panel.getByRole('listitem').filter({ has: page.getByRole('button', { expanded: true }) }),
    restore: panel.getByRole('button', { name: 'Restore this version' }),
    compare: (choice: string) =>
      panel.getByRole('radiogroup', { name: 'Compare with' }).getByRole('radio', { name: choice }),
    close: panel.getByRole('button', { name: 'Close' }),
    undo: page.getByRole('button', { name: 'Undo: Restored an earlier version' }),
    row: (message: string) =>
      page.getByRole('list', { name: 'Announcements' }).getByRole('listitem').filter({ hasText: message }),
  };
};

/** An announcement with three versions: created, edited, disabled. */
export async function changedTwice(api: Call): Promise<Announcement> {
  const message = unique('Clinics open at nine on Saturday');
  const { id } = await api(announcementRoutes.create, { message });
  await api(announcementRoutes.update, { id, message: message.replace('nine', 'ten') });
  return api(announcementRoutes.update, { id, enabled: false });
}

/** Opens its history from its row. */
export async function openHistory(page: Page, { message }: Announcement) {
  await page.goto('/admin/desk/announcements');
  await historyPanel(page).row(message).getByRole('button', { name: 'History' }).click();
  await expect(historyPanel(page).heading).toBeFocused();
}
