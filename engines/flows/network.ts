import { expect } from 'vitest';
import { announcementsScreen, storedAs, unique } from '#engines/announcements.ts';
import type { Flow } from '#engines/flow.ts';

export const network: Flow = {
  title: 'what is saved while the network is cut is sent once it is back, and once alone',
  expects: /ERR_|NetworkError|network connection|Failed to load resource|Could not connect|Connection|access control/i,
  async run({ page, api, network: link }) {
    const text = unique('Sent once');
    const { field, active, create, row } = announcementsScreen(page);
    await page.open('announcements');
    await active.click();
    await field.fill(text);
    link.cut();
    try {
      await create.click();
      await page.getByText('Connection lost. Retrying…').see();
    } finally {
      link.mend();
    }
    await row(text).see();
    expect(await storedAs(api, text)).toHaveLength(1);
  },
};
