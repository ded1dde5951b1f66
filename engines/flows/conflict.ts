import { announcementRoutes } from '#contract/announcements.ts';
import { announcementsScreen, storedAs, unique } from '#engines/announcements.ts';
import type { Flow } from '#engines/flow.ts';
import { expect } from 'vitest';

export const conflict: Flow = {
  title: 'a text that another person changed meanwhile is asked about, and mine is kept',
  expects: /412/,
  async run({ page, api }) {
    const { id, message } = await api(announcementRoutes.create, { message: unique('Open at eight'), enabled: false });
    const [mine, theirs] = [unique('Open at nine'), unique('Open at ten')];
    const screen = announcementsScreen(page);
    await page.open('announcements');
    await screen.row(message).getByRole('button', { name: /^Edit/ }).click();
    await screen.message.fill(mine);
    await api(announcementRoutes.update, { id, message: theirs });
    await screen.save.click();
    const dialog = page.getByRole('dialog', { name: 'saved changes to this announcement while you were editing' });
    await dialog.getByRole('radio', { name: 'Mine' }).click();
    await dialog.getByRole('button', { name: 'Save this version' }).click();
    await dialog.gone();
    await screen.message.gone();
    expect(await storedAs(api, mine)).toMatchObject([{ id }]);
  },
};
