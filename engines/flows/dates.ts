import { expect } from 'vitest';
import { announcementsScreen, storedAs, unique } from '#engines/announcements.ts';
import type { Flow } from '#engines/flow.ts';

export const dates: Flow = {
  title: 'an announcement is saved with a date and a time',
  async run({ page, api }) {
    const text = unique('The clinic moves');
    const { field, active, create, row } = announcementsScreen(page);
    await page.open('announcements');
    await active.click();
    await field.fill(text);
    await page.getByRole('textbox', { name: 'Show from' }).pick('2030-03-01T09:00');
    await create.click();
    await row(text).see();
    expect(await storedAs(api, text)).toMatchObject([{ startsAt: '2030-03-01T08:00:00.000Z' }]);
  },
};
