import { announcementsScreen, unique } from '#engines/announcements.ts';
import type { Flow } from '#engines/flow.ts';

export const draft: Flow = {
  title: 'what was typed before the browser was killed is offered when it starts again',
  expects: /401/,
  async run({ page, account, restart }) {
    const text = unique('Half a thought');
    await page.open('announcements');
    await announcementsScreen(page).field.fill(text);
    await page.getByText(/^Draft saved on this device/).see();
    const again = await restart();
    await again.open('announcements');
    // A browser may keep who is signed in over a crash.
    const { name } = await again.getByRole('textbox', { name: /^Email|^New announcement/ }).see();
    if (name.startsWith('Email')) await again.signIn(account);
    await again.getByRole('button', { name: 'Continue editing' }).click();
    await announcementsScreen(again).field.see(({ value }) => value === text);
  },
};
