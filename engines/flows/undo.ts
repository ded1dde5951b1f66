import { announcementRoutes } from '#contract/announcements.ts';
import { announcementsScreen, storedAs, unique } from '#engines/announcements.ts';
import type { Flow } from '#engines/flow.ts';
import { expect } from 'vitest';

export const undo: Flow = {
  title: 'a deletion is undone from its toast',
  async run({ page, api }) {
    const { message } = await api(announcementRoutes.create, { message: unique('Deleted too soon'), enabled: false });
    await page.open('announcements');
    await page.keepToasts();
    const { row } = announcementsScreen(page);
    await row(message)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row(message).gone();
    await page.getByRole('button', { name: /^Undo: Deleted/ }).click();
    await row(message).see();
    expect(await storedAs(api, message)).toHaveLength(1);
  },
};
