import { announcementsScreen, unique } from '#engines/announcements.ts';
import type { Flow } from '#engines/flow.ts';
import { until } from '#tests/desk/server-process.ts';

/** Whether this text is stored on this device. It runs in the page. */
const isStored = (text: string) =>
  new Promise<boolean>((resolve) => {
    if (JSON.stringify(localStorage).includes(text)) resolve(true);
    const opening = indexedDB.open('awa-desk-drafts');
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
      reading.addEventListener('success', () => resolve(JSON.stringify(reading.result).includes(text)));
      reading.transaction?.commit();
      opening.result.close();
    });
  });

export const draft: Flow = {
  title: 'what was typed before the browser was killed is offered when it starts again',
  expects: /401/,
  async run({ page, account, restart }) {
    const text = unique('Half a thought');
    await page.open('announcements');
    await announcementsScreen(page).field.fill(text);
    await page.getByText(/^Kept on this device/).see();
    // The note comes at the first key; the last one is stored up to a second later.
    await until('the whole text in storage', () => page.browser.evaluate(isStored, text));
    const again = await restart();
    await again.open('announcements');
    // A browser may keep who is signed in over a crash.
    const { name } = await again.getByRole('textbox', { name: /^Email|^New announcement/ }).see();
    if (name.startsWith('Email')) await again.signIn(account);
    await again.getByRole('button', { name: 'Continue editing' }).click();
    await announcementsScreen(again).field.see(({ value }) => value === text);
  },
};
