import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcementRoutes } from '#contract/announcements.ts';
import { authRoutes } from '#contract/auth.ts';
import { change } from '#web/api/change.ts';
import { browser, openBrowser } from '#web/api/testing/browser.ts';
import type { QueuedCall } from '#web/lib/queued-call.ts';

/** The responses to the attempts, in order; the last one is repeated. */
let answers: (() => Response | Error)[] = [];
let keys: (string | null)[] = [];

const lost = () => new TypeError('Failed to fetch');
const saved = () => Response.json({}, { status: 201 });
const refused = (status: number) => () =>
  Response.json({ status, detail: 'No.', code: 'no', requestId: 'r' }, { status });

async function answer(url: string, { headers }: RequestInit) {
  if (url === authRoutes.refresh.path) return new Response(null, { status: 503 });
  keys.push(new Headers(headers).get('Idempotency-Key'));
  const next = answers.length > 1 ? answers.shift() : answers[0];
  const response = next?.() ?? lost();
  if (response instanceof Error) throw response;
  return response;
}

/** Creates the announcement, with all pauses skipped. Resolves to the failure. */
async function press(message: string, options = {}) {
  const failure = change(announcementRoutes.create, { message }, options).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  return failure;
}

const notKnown = { message: 'Not known whether the announcement was created', sent: true };
const notDone = { message: 'Failed to create announcement', sent: false };
const offline = () => {
  browser.onLine = false;
  return lost();
};

beforeEach(() => {
  vi.useFakeTimers();
  keys = [];
  openBrowser(answer);
});

afterEach(() => {
  vi.useRealTimers();
});

test('a change that was never sent, because the session check failed, was not made', async () => {
  answers = [refused(401)];
  expect(await press('Refused each time')).toMatchObject({
    ...notDone,
    detail: 'Your session could not be checked. Nothing was changed. Try again in a moment.',
  });
});

test('a change with a lost response may have been made, also when the session check fails afterwards', async () => {
  answers = [lost, refused(401)];
  expect(await press('Lost, then refused')).toMatchObject(notKnown);
});

test('a change made while the browser was offline was not sent', async () => {
  browser.onLine = false;
  answers = [lost];
  expect(await press('Offline')).toMatchObject({ ...notDone, code: 'offline' });
});

test('a change sent before the browser went offline may have been made, also after another press', async () => {
  answers = [lost, offline];
  expect(await press('Lost, then offline')).toMatchObject(notKnown);
  expect(await press('Lost, then offline')).toMatchObject(notKnown);
  expect(new Set(keys).size).toBe(1);
  answers = [saved];
  await press('Lost, then offline');
  await press('Lost, then offline');
  expect(new Set(keys).size).toBe(2);
});

test('a change with a key sent before may have been made, whatever the next response is', async () => {
  browser.onLine = false;
  answers = [lost];
  expect(await press('Sent by an earlier page', { key: 'k', sentBefore: true })).toMatchObject(notKnown);
  answers = [refused(422)];
  expect(await press('Sent by an earlier page', { key: 'k', sentBefore: true })).toMatchObject({
    ...notDone,
    sent: true,
  });
});

test('a change with a lost response may have been made, also when a later attempt is refused', async () => {
  answers = [lost, refused(403)];
  expect(await press('Lost, then refused by somebody on the way')).toMatchObject({ ...notDone, sent: true });
});

test('a refused change was not made', async () => {
  answers = [refused(422)];
  expect(await press('Refused')).toMatchObject(notDone);
});

test('a queueable change waits for the connection, and is sent with its key after the older ones', async () => {
  browser.onLine = false;
  answers = [lost];
  const queued: string[] = [];
  const sent: string[] = [];
  const send = async (message: string) => {
    const onQueued = ({ key, body, method, url }: QueuedCall) => queued.push(`${method} ${url} ${body} ${key}`);
    await change(announcementRoutes.create, { message }, { key: message, onQueued });
    sent.push(message);
  };
  const both = [send('older')];
  await vi.advanceTimersByTimeAsync(500);
  both.push(send('newer'));
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(queued).toEqual(['older', 'newer'].map((one) => `POST /admin/announcements {"message":"${one}"} ${one}`));
  expect(sent).toEqual([]);
  browser.onLine = true;
  keys = [];
  answers = [saved];
  await vi.advanceTimersByTimeAsync(30_000);
  await Promise.all(both);
  expect(sent).toEqual(['older', 'newer']);
  expect(keys).toEqual(['older', 'newer']);
});

test('a queued change cancelled after a lost response may have been made', async () => {
  answers = [lost, offline];
  const cancelling = new AbortController();
  const failure = change(
    announcementRoutes.create,
    { message: 'Cancelled' },
    { signal: cancelling.signal, onQueued: () => cancelling.abort() },
  ).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await failure).toMatchObject(notKnown);
});

test('a queued change cancelled during an attempt may have been made', async () => {
  const cancelling = new AbortController();
  browser.onLine = false;
  answers = [
    lost,
    () => {
      cancelling.abort();
      return new DOMException('The request was called off', 'AbortError');
    },
  ];
  const options = { signal: cancelling.signal, onQueued: () => (browser.onLine = true) };
  expect(await press('Cancelled on its way', options)).toMatchObject(notKnown);
});
