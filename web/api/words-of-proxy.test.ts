import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { ask } from '#web/api/query.ts';
import { openBrowser } from '#web/api/testing/browser.ts';

let answer: () => Response;
beforeEach(() => {
  vi.useFakeTimers();
  openBrowser(async () => answer());
});
afterEach(() => {
  vi.useRealTimers();
});

/** The text on screen when this response replaces the desk's. */
async function detailOf(body: string, init: ResponseInit, makes: 'read' | 'change') {
  answer = () => new Response(body, { headers: { 'Content-Type': 'text/html' }, ...init });
  const call: Promise<unknown> =
    makes === 'read'
      ? ask(api.announcements.list, {}, new AbortController().signal)
      : change(api.announcements.create, { message: 'Hello' });
  const failure = call.then(() => undefined, explain);
  await vi.advanceTimersByTimeAsync(60_000);
  return (await failure)?.detail;
}

test.each([
  [403, /proxy or firewall.*Tell an administrator/],
  [407, /proxy of your network asks you to sign in/],
  [413, /takes nothing this large.*21 MB/],
  [429, /Try again in a minute/],
  [502, /^The server could not answer\. Try again/],
  [503, /^The server could not answer\. Try again/],
  [504, /^The server took too long to answer\. Try again/],
])('a response %i of a proxy gets an explanation with a remedy', async (status, words) => {
  expect(await detailOf('<h1>No</h1>', { status }, 'read')).toMatch(words);
});

test.each(['read', 'change'] as const)('a page instead of JSON is reported as one (%s)', async (makes) => {
  const detail = await detailOf('<h1>Welcome to the hotel</h1>', { status: 200 }, makes);
  expect(detail).toMatch(makes === 'read' ? /^Another page answered in place of the desk/ : /will not be done twice/);
});
