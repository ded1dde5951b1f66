import type { Page } from '@playwright/test';
import { api as contract, routes } from '#contract/api.ts';
import { outcomeUnknown } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';
import { announcementsScreens } from '#e2e/faults/announcements.ts';
import { doctorsScreens } from '#e2e/faults/doctors.ts';
import { historyScreens } from '#e2e/faults/history.ts';
import { signInScreens } from '#e2e/faults/sign-in.ts';
import { usersScreens } from '#e2e/faults/users.ts';
import { fastForwardRetries } from '#e2e/support/fast-forward-retries.ts';
import { expect, test } from '#e2e/support/test.ts';

const screens = [...signInScreens, ...usersScreens, ...announcementsScreens, ...doctorsScreens, ...historyScreens];

const line = ({ method, path }: Route) => `${method} ${path}`;

/** Calls that no screen makes, each with the reason. */
const notCalled = new Map<Route, string>([
  [contract.auth.session, 'every refresh says who is signed in'],
  [contract.announcements.published, 'read by the app'],
  [contract.doctors.published, 'read by the app'],
  [contract.images.uploadForLadyDue, 'no form has a field for it yet'],
  [contract.images.uploadForSecret, 'no form has a field for it yet'],
]);

const request = '0badc0de-f0';
const title = 'Internal Server Error';
const faults = [
  {
    // Asking again would not help.
    final: true,
    says: 'Something went wrong on the server.',
    answer: {
      status: 500,
      headers: { 'X-Request-Id': request },
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title,
        status: 500,
        detail: 'Something went wrong on the server.',
        code: 'internal',
        requestId: request,
      }),
    },
  },
  {
    // As from something between the browser and the server, which does not speak as we do.
    final: false,
    says: 'The server could not answer',
    answer: {
      status: 503,
      headers: { 'X-Request-Id': request },
      contentType: 'text/html',
      body: '<h1>Service Unavailable</h1>',
    },
  },
  { final: false, says: 'The connection dropped', answer: null },
];

test('every call of the contract is made by a screen here, or has a reason not to be', () => {
  const known = [...screens.map(({ route }) => route), ...notCalled.keys()].map(line);
  expect([...new Set(known)].sort()).toEqual(routes.map(line).sort());
});

/** Disturbs a call from now on. */
async function disturb(page: Page, { method, path }: Route, answer: (typeof faults)[number]['answer']) {
  const address = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  await page.route(
    (url) => address.test(url.pathname),
    (route) => {
      if (route.request().method() !== method) return route.fallback();
      return answer ? route.fulfill(answer) : route.abort('connectionfailed');
    },
  );
}

for (const { route, where, signedOut, open } of screens) {
  test(`a fault of ${line(route)} is seen in ${where}`, async ({ page: plain, signedIn, desk, api, people, watch }) => {
    watch.expectErrors(/status of 50[03]/, /net::ERR_CONNECTION_FAILED/);
    const page = signedOut ? plain : signedIn;
    await page.clock.install();
    const {
      beside,
      act,
      again = act,
      kept,
      done,
      says,
      failure = route.failure,
    } = await open({ page, desk, api, people });
    let next = act;
    for (const fault of faults) {
      await page.unrouteAll();
      await disturb(page, route, fault.answer);
      await next();
      const seen = async () => {
        await expect(beside).toContainText(says ?? fault.says, { timeout: fault.final ? 10_000 : 500 });
      };
      if (fault.final) await seen();
      else await fastForwardRetries(page, seen);
      // After several tries of a change nobody knows any more.
      await expect(beside).toContainText(fault.final ? failure : new RegExp(`${failure}|${outcomeUnknown(failure)}`));
      if (fault.answer) await expect(beside).toContainText(`Request ${request}`);
      else await expect(beside).not.toContainText('Request');
      await kept?.();
      next = again;
    }
    await page.unrouteAll();
    await next();
    await done();
    await expect(beside).toBeHidden();
  });
}
