import { expect, test } from 'vitest';
import { announcementRoutes } from '#contract/announcements.ts';
import { call } from '#web/api/call.ts';
import { leave } from '#web/api/session.ts';
import { openBrowser } from '#web/api/testing/browser.ts';

const unauthenticated = { status: 401, code: 'unauthenticated', detail: 'Sign in to continue.' };

test('a call that the sign-out overtakes, and a later one, ask for no session', async () => {
  const urls: string[] = [];
  let answer: (response: Response) => void = () => {};
  openBrowser((url) => {
    urls.push(url);
    return new Promise((resolve) => (answer = resolve));
  });
  const overtaken = call(announcementRoutes.list, {});
  await expect.poll(() => urls).toHaveLength(1);
  leave();
  answer(Response.json(unauthenticated, { status: 401 }));
  await expect(overtaken).rejects.toThrow('Signed out');
  await expect(call(announcementRoutes.list, {})).rejects.toThrow('Signed out');
  expect(urls).toEqual([announcementRoutes.list.path]);
});
