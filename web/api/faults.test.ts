import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { routes } from '#contract/api.ts';
import { outcomeUnknown } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { ask } from '#web/api/query.ts';
import { openBrowser } from '#web/api/testing/browser.ts';

const requestId = '0badc0de-f0';
const headers = { 'X-Request-Id': requestId };

let answer: () => Response;

beforeEach(() => {
  vi.useFakeTimers();
  openBrowser(async () => answer());
});

afterEach(() => {
  vi.useRealTimers();
});

/** Makes the call, with all pauses skipped, and returns its failure as a screen shows it. */
async function failureOf(route: Route) {
  const input = Object.fromEntries(route.params.map((name) => [name, 'some-id']));
  const call: Promise<unknown> =
    route.method === 'GET' ? ask(route, input, new AbortController().signal) : change(route, input);
  const failure = call.then(() => undefined, explain);
  await vi.advanceTimersByTimeAsync(60_000);
  return failure;
}

// After several attempts a change may have been made.
const afterTries = ({ method, failure }: Route) => (method === 'GET' ? failure : outcomeUnknown(failure));

for (const { what, given, shown } of [
  {
    what: 'a fault of the server itself',
    given: () => {
      const detail = 'Something went wrong on the server.';
      return Response.json({ status: 500, detail, code: 'internal', requestId }, { status: 500, headers });
    },
    shown: ({ failure }: Route) => ({ message: failure, detail: 'Something went wrong on the server.', requestId }),
  },
  {
    what: 'a proxy that answers in place of the server',
    given: () => new Response('<h1>Service Unavailable</h1>', { status: 503, headers }),
    shown: (route: Route) => ({
      message: afterTries(route),
      detail: expect.stringMatching(/^The server could not answer\. Try again in a moment/),
      requestId,
    }),
  },
  {
    what: 'a dropped connection',
    given: () => {
      throw new TypeError('Failed to fetch');
    },
    shown: (route: Route) => ({
      message: afterTries(route),
      detail: expect.stringMatching(/^The connection dropped.* [Tt]ry again/),
      requestId: '',
    }),
  },
]) {
  test(`each call of the contract explains a failure to staff: ${what}`, async () => {
    answer = given;
    for (const route of routes) {
      expect(await failureOf(route), `${route.method} ${route.path}`).toMatchObject(shown(route));
    }
  });
}
